import { type Kysely, sql } from 'kysely'
import type { RowPosition } from '#server/platform/database/pages/page-query.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** What the share of a device begins with. Rows with a later change or of a later revision are in it too. */
export interface ShareFloor {
  /** The newest pending listing of the share; null if all of them are in it. */
  lastPending: RowPosition | null
  /** The decided listing whose last change is the longest ago; null without decided listings. */
  firstDecided: { at: string; id: string } | null
  /** Listings written after it are in the share, whatever was written. */
  revision: number
}

const PENDING = sql`coalesce(status, 'pending') = 'pending'`
const DECIDED = ['approved', 'rejected'] as const

/** The pending listing at this place, the longest waiting first. */
export async function findPendingAt(db: Kysely<Tables>, place: number): Promise<RowPosition> {
  const { rows } = await sql<RowPosition>`
    select id, created_at as key from listings where ${PENDING}
    order by created_at, id limit 1 offset ${place - 1}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The pending listings are fewer than they were counted.')
  return row
}

/** The pending listings up to this one, the longest waiting first. */
export async function countPendingUpTo(db: Kysely<Tables>, last: RowPosition): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending from listings
    where ${PENDING} and (created_at, id) <= (${last.key}, ${last.id})`.execute(db)
  return Number(rows[0]?.pending)
}

/** The last of so many decided listings, the latest change first; null if there are none or `most` is 0. */
export async function findDecidedAt(db: Kysely<Tables>, most: number) {
  if (most <= 0) return null
  const parts = DECIDED.map(
    (status) => sql`select * from (
      select updated_at as at, id from listings where status = ${status}
      order by updated_at desc, id desc limit ${most}) as ${sql.id(status)}`,
  )
  const { rows } = await sql<{ at: string; id: string }>`
    select at, id from (select at, id from (${sql.join(parts, sql` union all `)}) as both_kinds
      order by at desc, id desc limit ${most}) as latest
    order by at, id limit 1`.execute(db)
  return rows[0] ?? null
}

/** The sort keys of a share, newest first: at most `most` of those that were written since its floor. */
export async function listSharePositions(
  db: Kysely<Tables>,
  { lastPending, firstDecided, revision }: ShareFloor,
  most: number,
): Promise<RowPosition[]> {
  const select = sql`select id, created_at as key from listings`
  const upTo = lastPending
    ? sql`and (created_at, id) <= (${lastPending.key}, ${lastPending.id})`
    : sql``
  const parts = [
    sql`${select} where ${PENDING} ${upTo}`,
    ...(firstDecided
      ? DECIDED.map(
          (status) => sql`${select} where status = ${status}
            and (updated_at, id) >= (${firstDecided.at}, ${firstDecided.id})`,
        )
      : []),
    sql`select * from (${select} where revision > ${revision} limit ${most}) as written`,
  ]
  const { rows } = await sql<RowPosition>`
    select id, key from (${sql.join(parts, sql` union `)}) as share
    order by key desc, id desc`.execute(db)
  return rows
}
