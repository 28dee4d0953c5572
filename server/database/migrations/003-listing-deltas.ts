import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

export async function up(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  const text = textType(db)
  await schema
    .createIndex('removed_listings_revision')
    .on('removed_listings')
    .column('revision')
    .execute()
  await schema
    .createIndex('removed_listings_age')
    .on('removed_listings')
    .column('removed_at')
    .execute()
  // One column per statement: SQLite allows no more.
  await schema
    .alterTable('revisions')
    .addColumn('horizon', 'bigint', (col) => col.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('revisions')
    .addColumn('is_run_new', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('ended_epochs')
    .addColumn('epoch', text, (col) => col.primaryKey())
    .addColumn('last_value', 'bigint', (col) => col.notNull())
    .execute()
}
