import { type Kysely, sql } from 'kysely'
import { isPostgres, textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * How long submissions wait, what their sellers were told, and messages about delays. Submissions of before have no row:
 * their place at the arrival is not known.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table review_waits (
      listing_id ${text} not null references postings (id) on delete cascade,
      since ${text} not null,
      is_again integer not null check (is_again in (0, 1)),
      place integer,
      half_by ${text},
      most_by ${text},
      told_by ${text},
      decided_at ${text},
      primary key (listing_id, since)
    )`,
    sql`create index review_waits_open on review_waits (listing_id) where decided_at is null`,
    sql`create index review_waits_decided on review_waits (decided_at) where decided_at is not null`,
    sql`create table review_flow (
      id integer primary key check (id = 1),
      computed_at ${text} not null,
      paces ${text} not null
    )`,
    ...(isPostgres(db) ? widenStatus() : rebuildMessages(text)),
    sql`alter table messages add column expected_by ${text}`,
  ]
  for (const statement of statements) await statement.execute(db)
}

const KINDS = sql`'approved', 'rejected', 'received', 'answered', 'delayed'`

function widenStatus() {
  return [
    sql`alter table messages drop constraint messages_status_check`,
    sql`alter table messages add constraint messages_status_check check (status in (${KINDS}))`,
  ]
}

/** SQLite cannot change a check (https://www.sqlite.org/lang_altertable.html, section 7). No table refers to messages. */
function rebuildMessages(text: ReturnType<typeof textType>) {
  const columns = sql`id, user_id, listing_id, change_key, status, from_status, title, decided_at, due_at, left_at, read_at,
    reason_code, note, changes_needed, grievance_id, sentence`
  return [
    sql`create table new_messages (
      id ${text} primary key,
      user_id ${text} references users (id),
      listing_id ${text},
      change_key ${text},
      status ${text} not null check (status in (${KINDS})),
      from_status ${text},
      title ${text},
      decided_at ${text} not null,
      due_at ${text} not null,
      left_at ${text},
      read_at ${text},
      reason_code ${text} references rejection_reasons (code),
      note ${text},
      changes_needed integer check (changes_needed in (0, 1)),
      grievance_id ${text} references grievances (id) on delete cascade,
      sentence ${text}
    )`,
    sql`insert into new_messages (${columns}) select ${columns} from messages`,
    sql`drop table messages`,
    sql`alter table new_messages rename to messages`,
    sql`create index messages_inbox on messages (user_id, left_at, id)`,
    sql`create index messages_due on messages (left_at, due_at)`,
    sql`create index messages_listing on messages (listing_id)`,
    sql`create index messages_grievance on messages (grievance_id)`,
  ]
}
