// What published listings show beside what their owners wrote and operators decided: names of people, due times, kinds of hints.
// It is a part of the list, so it gives listings a revision. It is no change of a listing: no version, no row in the log.

import { type Kysely, type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const ROWS_AT_ONCE = 5_000 // with three parameters each, below SQLite's limit of 32,766

/** Gives listings a new revision, and these values. */
export async function touchListings(
  trx: Kysely<Tables>,
  ids: readonly string[] | SelectQueryBuilder<Tables, keyof Tables, { id: string }>,
  values: Pick<Updateable<Tables['listings']>, 'hints' | 'decided_by'> = {},
): Promise<void> {
  const revision = await bumpRevision(trx)
  await trx
    .updateTable('listings')
    .set({ ...values, revision })
    .where('id', 'in', ids)
    .execute()
}

/** Gives each of these listings its due times, all in one new revision. */
export async function setDueTimes(
  trx: Kysely<Tables>,
  listings: readonly { id: string; due_soon_at: string | null; due_at: string | null }[],
): Promise<void> {
  const revision = await bumpRevision(trx)
  for (let start = 0; start < listings.length; start += ROWS_AT_ONCE) {
    const rows = listings
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ id, due_soon_at, due_at }) => sql`(${id}, ${due_soon_at}, ${due_at})`)
    await sql`with next (id, due_soon_at, due_at) as (values ${sql.join(rows)})
      update listings set due_soon_at = next.due_soon_at, due_at = next.due_at, revision = ${revision}
      from next where next.id = listings.id`.execute(trx)
  }
}
