import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** The person who should decide about a listing. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table assignments (
      listing_id ${text} primary key references postings (id) on delete cascade,
      person_id ${text} not null references users (id),
      assigned_at ${text} not null
    )`,
    sql`create index assignments_person on assignments (person_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
