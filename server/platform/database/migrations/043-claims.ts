import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Who reviews a listing, and in the log of changes the claims that a decision ended. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table claims (
      listing_id ${text} primary key references postings (id) on delete cascade,
      person_id ${text} references users (id),
      device_id ${text},
      fence integer not null,
      claimed_at ${text} not null,
      expires_at ${text} not null,
      held_until ${text},
      hold_reason ${text},
      origin ${text} not null check (origin in ('opened', 'handed-over', 'taken-over')),
      from_person_id ${text} references users (id),
      note ${text} not null,
      has_unsaved_text integer not null check (has_unsaved_text in (0, 1)),
      batch_id ${text},
      first_claimed_at ${text}
    )`,
    // Only claims that were not emptied: few of a long list of listings.
    sql`create index claims_end on claims (expires_at) where person_id is not null`,
    sql`create index claims_person on claims (person_id) where person_id is not null`,
    sql`create index claims_from on claims (from_person_id) where from_person_id is not null`,
    sql`alter table listing_changes add column first_claimed_at ${text}`,
    sql`alter table listing_changes add column last_claimed_at ${text}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
