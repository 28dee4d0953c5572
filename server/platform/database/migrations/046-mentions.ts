import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Whom the notes of the team mention, and who wishes mails about it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table note_mentions (
      note_id ${text} not null references notes (id) on delete cascade,
      person_id ${text} not null references users (id) on delete cascade,
      name ${text} not null,
      at ${text} not null,
      read_at ${text},
      primary key (note_id, person_id)
    )`,
    // The inbox of a person, newest first.
    sql`create index note_mentions_person on note_mentions (person_id, at, note_id)`,
    sql`create table mention_mails (
      person_id ${text} primary key references users (id) on delete cascade,
      is_on integer not null,
      sent_at ${text}
    )`,
  ]
  for (const statement of statements) await statement.execute(db)
}
