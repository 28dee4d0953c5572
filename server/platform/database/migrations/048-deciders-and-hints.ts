import { type Kysely, sql } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/**
 * Who decided about a listing, and the kinds of its hints. A job stores the hints of the listings that wait, after the
 * start.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const now = new Date().toISOString()
  const statements = [
    sql`alter table listings add column decided_by ${text} references users (id)`,
    sql`alter table listings add column hints ${text}`,
    // The person of the change that gave a listing its present status; null if an erased person or the server did.
    sql`update listings set decided_by = (
      select actor_id from listing_changes
      where listing_changes.listing_id = listings.id and kind = 'decided'
      order by n desc limit 1
    ) where status in ('approved', 'rejected')`,
    sql`create index listings_decider on listings (decided_by, created_at, id) where decided_by is not null`,
    sql`insert into jobs (id, kind, lane, key, payload, attempts, asked_at, due_at)
      select 'hints 0', 'hints', 'hints', 'hints', '{}', 0, ${now}, ${now}
      where exists (select 1 from listings where coalesce(status, 'pending') = 'pending')`,
    sql`create index listings_without_hints on listings (id)
      where hints is null and coalesce(status, 'pending') = 'pending'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
