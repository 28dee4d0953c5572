import { type Kysely, sql } from 'kysely'
import { risingKey, textType } from '#server/platform/database/column-types.ts'
import { makeFirstRecord } from '#server/platform/database/listing-record.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { readChunks } from '#server/platform/database/table-chunks.ts'

/**
 * Every listing gets a record, and every change of a listing a row in a log, which replaces the table of the ids of
 * removed listings. Listings without a record are read and written 500 at a time.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await createLog(db)
  await keepPublishedValues(db)
  await fillRecords(db)
}

async function createLog(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  await db.schema
    .createTable('listing_changes')
    .addColumn('n', 'integer', risingKey(db))
    // Null for a change that the operator's list does not show.
    .addColumn('revision', 'integer')
    .addColumn('listing_id', text, (col) => col.notNull())
    .addColumn('kind', text, (col) => col.notNull())
    .addColumn('actor_id', text)
    .addColumn('device_label', text)
    .addColumn('at', text, (col) => col.notNull())
    .addColumn('from_value', text)
    .addColumn('to_value', text)
    .execute()
  // Only removals from the list, of which there are few.
  for (const [name, column] of [
    ['listing_changes_removals', 'revision'],
    ['listing_changes_removed', 'listing_id'],
  ])
    await sql`create index ${sql.ref(String(name))} on listing_changes (${sql.ref(String(column))})
      where revision is not null and to_value is null`.execute(db)
  await db.schema.createIndex('listing_changes_age').on('listing_changes').column('at').execute()
  await db.schema
    .createIndex('listing_changes_actor')
    .on('listing_changes')
    .column('actor_id')
    .execute()
  await sql`insert into listing_changes (revision, listing_id, kind, at, from_value)
    select revision, id, 'removed', removed_at, null from removed_listings order by revision`.execute(
    db,
  )
  await sql`drop table removed_listings`.execute(db)
}

/** What only a withdrawn listing had in its record belongs to each. */
async function keepPublishedValues(db: Kysely<Tables>): Promise<void> {
  for (const [before, after] of [
    ['held_version', 'published_version'],
    ['held_boosted_until', 'boosted_until'],
    ['held_video_url', 'video_url'],
    ['held_poster_url', 'poster_url'],
  ])
    await sql`alter table postings rename column ${sql.ref(String(before))} to ${sql.ref(String(after))}`.execute(
      db,
    )
  await sql`alter table postings add column is_from_before integer not null default 0
    check (is_from_before in (0, 1))`.execute(db)
  await sql`update postings set (published_version, boosted_until, video_url, poster_url) =
      (select version, boosted_until, video_url, poster_url from listings where listings.id = postings.id)
    where exists (select 1 from listings where listings.id = postings.id)`.execute(db)
}

async function fillRecords(db: Kysely<Tables>): Promise<void> {
  const where = sql`not exists (select 1 from postings where postings.id = listings.id)`
  for await (const rows of readChunks(db, { table: 'listings', key: ['id'], where })) {
    const listings = rows as unknown as ListingRow[] // rows of the table `listings`
    await db
      .insertInto('postings')
      .values(listings.map((listing) => makeFirstRecord(listing)))
      .execute()
  }
}
