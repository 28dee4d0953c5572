import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** How often listings are viewed. No foreign keys: a listing may be in `listings` only or in `postings` only. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('listing_viewers')
    .addColumn('listing_id', text, (col) => col.notNull())
    .addColumn('day', 'integer', (col) => col.notNull())
    .addColumn('viewer', text, (col) => col.notNull())
    .addPrimaryKeyConstraint('listing_viewers_key', ['listing_id', 'day', 'viewer'])
    .execute()
  await db.schema
    .createIndex('listing_viewers_day')
    .on('listing_viewers')
    .columns(['day', 'listing_id'])
    .execute()
  await db.schema
    .createTable('listing_views')
    .addColumn('listing_id', text, (col) => col.notNull())
    .addColumn('day', 'integer', (col) => col.notNull())
    .addColumn('views', 'integer', (col) => col.notNull())
    .addPrimaryKeyConstraint('listing_views_key', ['listing_id', 'day'])
    .execute()
}
