import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * The working hours of the team, and since when each listing waits and until when it should be decided. The due times of
 * listings that wait already are stored by the next start (server/listings/due/due-start-service.ts), which knows
 * REVIEW_DUE_HOURS.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    sql`create table review_rules (
      id integer primary key check (id = 1),
      week ${text} not null,
      holidays ${text} not null,
      due_hours integer not null,
      queue_order ${text} not null,
      version integer not null
    )`,
    sql`alter table listings add column waits_since ${text}`,
    sql`alter table listings add column due_soon_at ${text}`,
    sql`alter table listings add column due_at ${text}`,
    sql`update listings set waits_since =
      coalesce((select submitted_at from postings where postings.id = listings.id), created_at)`,
    sql`create index listings_due on listings (due_at, id)`,
    sql`create index listings_kind_due on listings ((coalesce(status, 'pending')), sale_type, due_at, id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
