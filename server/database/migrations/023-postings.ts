import { type Kysely, sql } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/** Listings as their owners write them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('postings')
    .addColumn('id', text, (col) => col.primaryKey())
    .addColumn('owner_id', text, (col) => col.notNull().references('users.id'))
    .addColumn('version', 'integer', (col) => col.notNull().check(sql`version >= 1`))
    .addColumn('seller_state', text, (col) =>
      col.notNull().check(sql`seller_state in ('draft', 'posted', 'sold', 'withdrawn', 'expired')`),
    )
    .addColumn('created_at', text, (col) => col.notNull())
    .addColumn('updated_at', text, (col) => col.notNull())
    .addColumn('posted_at', text)
    .addColumn('submitted_at', text)
    .addColumn('resubmitted_at', text)
    .addColumn('decided_at', text)
    .addColumn('expires_at', text)
    .addColumn('reminded_at', text)
    .addColumn('held_version', 'integer')
    .addColumn('held_boosted_until', text)
    .addColumn('held_video_url', text)
    .addColumn('held_poster_url', text)
    // Long texts come last, because SQLite reads through a long text to reach the columns after it.
    .addColumn('body', text, (col) => col.notNull())
    .addColumn('submitted', text)
    .addColumn('reviewed', text)
    .addColumn('live', text)
    .execute()
  const indexes = {
    postings_owner: ['owner_id', 'updated_at', 'id'],
    postings_resubmitted: ['resubmitted_at', 'id'],
    postings_decided: ['decided_at', 'submitted_at'],
    postings_ending: ['seller_state', 'expires_at'],
    postings_untouched: ['seller_state', 'updated_at'],
  }
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on('postings').columns(columns).execute()
}
