import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Files that owners upload, and the photos and videos made of them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('uploads')
    .addColumn('id', text, (col) => col.primaryKey().check(sql`length(id) = 32`))
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('bytes', 'integer', (col) => col.notNull().check(sql`bytes > 0`))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('lease_holder', text)
    .addColumn('leased_until', text)
    .addColumn('is_wanted', 'integer', (col) => col.notNull().check(sql`is_wanted in (0, 1)`))
    .addColumn('refusal', text)
    .execute()
  await db.schema
    .createTable('media')
    .addColumn('id', text, (col) => col.primaryKey().check(sql`length(id) = 32`))
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    // No foreign key: the draft may not have reached the server yet.
    .addColumn('posting_id', text, (col) => col.notNull())
    .addColumn('kind', text, (col) => col.notNull().check(sql`kind in ('photo', 'video')`))
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('unused_since', text)
    .addColumn('width', 'integer', (col) => col.notNull())
    .addColumn('height', 'integer', (col) => col.notNull())
    .addColumn('duration_ms', 'integer')
    .addColumn('bytes', 'integer', (col) => col.notNull())
    .addColumn('checksum', text, (col) => col.notNull())
    .addColumn('perceptual_hash', text)
    .addColumn('thumbhash', text)
    .execute()
  const indexes = {
    uploads_owner: ['uploads', 'owner_id'],
    uploads_created: ['uploads', 'created_at'],
    media_posting: ['media', 'posting_id'],
    media_owner: ['media', 'owner_id'],
    media_unused: ['media', 'unused_since'],
  } as const
  for (const [name, [table, column]] of Object.entries(indexes))
    await db.schema.createIndex(name).on(table).column(column).execute()
}
