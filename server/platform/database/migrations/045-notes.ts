import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Notes of the team about listings and members. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table notes (
      id ${text} primary key,
      listing_id ${text} references postings (id) on delete cascade,
      member_id ${text} references users (id) on delete cascade,
      author_id ${text} references users (id),
      text ${text} not null,
      created_at ${text} not null,
      edited_at ${text},
      removed_at ${text},
      removed_by ${text} references users (id),
      check ((listing_id is null) <> (member_id is null))
    )`,
    sql`create index notes_listing on notes (listing_id, created_at) where listing_id is not null`,
    sql`create index notes_member on notes (member_id, created_at) where member_id is not null`,
    sql`create index notes_author on notes (author_id) where author_id is not null`,
    sql`create index notes_removed_by on notes (removed_by) where removed_by is not null`,
    sql`create table note_versions (
      note_id ${text} not null references notes (id) on delete cascade,
      number integer not null,
      text ${text} not null,
      written_at ${text} not null,
      primary key (note_id, number)
    )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
