import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * Visits of the team to properties, and the checklist that they ask. A place is in thousandths of a degree, so that no
 * exact one can be stored.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table visits (
      id ${text} primary key,
      listing_id ${text} not null references postings (id) on delete cascade,
      person_id ${text} references users (id),
      visited_at ${text} not null,
      stored_at ${text} not null,
      answers ${text} not null,
      note ${text} not null,
      latitude_thousandths integer,
      longitude_thousandths integer,
      check ((latitude_thousandths is null) = (longitude_thousandths is null))
    )`,
    sql`create index visits_listing on visits (listing_id, stored_at)`,
    sql`create index visits_person on visits (person_id) where person_id is not null`,
    sql`create index visits_place on visits (stored_at) where latitude_thousandths is not null`,
    sql`alter table review_rules add column checklist ${text}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
