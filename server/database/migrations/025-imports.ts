import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** API keys, imported listings, and imports of listings from files. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('api_keys')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('key_hash', text, (col) => col.notNull().unique())
    .addColumn('prefix', text, (col) => col.notNull())
    .addColumn('name', text, (col) => col.notNull())
    .addColumn('scopes', text, (col) => col.notNull())
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('created_by', text, (col) => col.notNull().references('users.id'))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('expires_at', text)
    .addColumn('last_used_at', text)
    .execute()
  await db.schema
    .createTable('imported_listings')
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('reference', text, (col) => col.notNull())
    .addColumn('listing_id', text, (col) => col.notNull().unique())
    .addPrimaryKeyConstraint('imported_listings_key', ['owner_id', 'reference'])
    .execute()
  await db.schema
    .createTable('imports')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('file_name', text, (col) => col.notNull())
    .addColumn('state', text, (col) =>
      col.notNull().check(sql`state in ('reading', 'ready', 'running', 'done')`),
    )
    .addColumn('columns', text, (col) => col.notNull())
    .addColumn('mapping', text)
    .addColumn('owner_id', text, (col) => col.references('users.id'))
    .addColumn('created_by', text, (col) => col.references('users.id'))
    .addColumn('device_label', text, (col) => col.notNull())
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('finished_at', text)
    .addColumn('row_count', 'integer', (col) => col.notNull())
    .addColumn('next_chunk', 'integer', (col) => col.notNull())
    .addColumn('created', 'integer', (col) => col.notNull())
    .addColumn('updated', 'integer', (col) => col.notNull())
    .addColumn('unchanged', 'integer', (col) => col.notNull())
    .addColumn('refused', 'integer', (col) => col.notNull())
    .addColumn('lease_holder', text)
    .addColumn('leased_until', text)
    .execute()
  await db.schema
    .createTable('import_chunks')
    .addColumn('import_id', text, (col) =>
      col.notNull().references('imports.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (col) => col.notNull())
    // Long texts come last, because SQLite reads through a long text to reach the columns after it.
    .addColumn('cells', text, (col) => col.notNull())
    .addColumn('refused', text)
    .addPrimaryKeyConstraint('import_chunks_key', ['import_id', 'position'])
    .execute()
  await db.schema.createIndex('api_keys_owner').on('api_keys').column('owner_id').execute()
  await db.schema.createIndex('imports_owner').on('imports').column('owner_id').execute()
  await db.schema
    .createIndex('imports_state')
    .on('imports')
    .columns(['state', 'created_at'])
    .execute()
}
