import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** What finds the adverts of one property. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`alter table media add column crop_hashes ${text}`,
    // Listings of one price in one place.
    sql`create index listings_near on listings (pincode, property_type, sale_type, price_key)`,
    // Two listings that a person has called two properties, the smaller id first.
    sql`create table not_duplicates (
      listing_id ${text} not null references postings (id) on delete cascade,
      other_id ${text} not null references postings (id) on delete cascade,
      person_id ${text} references users (id) on delete set null,
      at ${text} not null,
      constraint not_duplicates_key primary key (listing_id, other_id),
      check (listing_id < other_id)
    )`,
    sql`create index not_duplicates_other on not_duplicates (other_id)`,
    sql`create index not_duplicates_person on not_duplicates (person_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
