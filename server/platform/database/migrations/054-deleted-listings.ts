import { type Kysely, sql } from 'kysely'
import { isPostgres, textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * What is kept of a deleted listing, so that the same property is recognised when it is posted again. "Not a duplicate" now
 * outlives a listing of which something is kept.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table deleted_listings (
      id ${text} primary key,
      owner_id ${text} not null references users (id),
      first_seen_at ${text} not null,
      deleted_at ${text} not null,
      property_type ${text} not null,
      sale_type ${text} not null,
      bhk ${text},
      city ${text} not null,
      pincode ${text} not null,
      area double precision,
      price_paise bigint,
      rent_paise bigint,
      starting_bid_paise bigint,
      price_key double precision,
      place_hash ${text},
      words ${text} not null,
      floors ${text} not null,
      photos ${text} not null,
      videos ${text} not null
    )`,
    sql`create index deleted_listings_owner on deleted_listings (owner_id)`,
    sql`create index deleted_listings_end on deleted_listings (deleted_at)`,
    sql`create index deleted_listings_near on deleted_listings (pincode, property_type, sale_type, price_key)`,
    sql`create index deleted_listings_place on deleted_listings (place_hash) where place_hash is not null`,
    // The bands of photos, and checksums of videos.
    sql`create table deleted_listing_keys (
      key ${text} not null,
      listing_id ${text} not null references deleted_listings (id) on delete cascade,
      primary key (key, listing_id)
    )`,
    sql`create index deleted_listing_keys_listing on deleted_listing_keys (listing_id)`,
    ...(isPostgres(db) ? dropReferences() : rebuildPairs(text)),
  ]
  for (const statement of statements) await statement.execute(db)
}

function dropReferences() {
  return ['not_duplicates_listing_id_fkey', 'not_duplicates_other_id_fkey'].map(
    (name) => sql`alter table not_duplicates drop constraint ${sql.ref(name)}`,
  )
}

/** SQLite cannot drop a reference (https://www.sqlite.org/lang_altertable.html, section 7). No table refers to this one. */
function rebuildPairs(text: ReturnType<typeof textType>) {
  return [
    sql`create table new_not_duplicates (
      listing_id ${text} not null,
      other_id ${text} not null,
      person_id ${text} references users (id) on delete set null,
      at ${text} not null,
      constraint not_duplicates_key primary key (listing_id, other_id),
      check (listing_id < other_id)
    )`,
    sql`insert into new_not_duplicates (listing_id, other_id, person_id, at)
      select listing_id, other_id, person_id, at from not_duplicates`,
    sql`drop table not_duplicates`,
    sql`alter table new_not_duplicates rename to not_duplicates`,
    sql`create index not_duplicates_other on not_duplicates (other_id)`,
    sql`create index not_duplicates_person on not_duplicates (person_id)`,
  ]
}
