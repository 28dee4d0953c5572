import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * Photos of visits. They arrive before their visit, so `visit_id` is null at first. They are deleted by the server, as media of
 * listings are, and not by a reference: their files must be deleted too.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table visit_photos (
      id ${text} primary key,
      listing_id ${text} not null,
      person_id ${text} references users (id),
      visit_id ${text},
      taken_at ${text} not null,
      stored_at ${text} not null,
      bytes integer not null,
      width integer not null,
      height integer not null,
      thumbhash ${text}
    )`,
    sql`create index visit_photos_listing on visit_photos (listing_id, taken_at)`,
    sql`create index visit_photos_person on visit_photos (person_id) where person_id is not null`,
    sql`create index visit_photos_visit on visit_photos (visit_id) where visit_id is not null`,
    sql`create index visit_photos_stored on visit_photos (stored_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
