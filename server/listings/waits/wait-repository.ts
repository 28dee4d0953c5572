import type { Kysely } from 'kysely'
import type { ReviewWaitRow } from '#server/platform/database/rows/wait-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

export interface Wait {
  listingId: string
  since: string
}

/** Begins a wait, or goes on with it after a decision that was undone. Another open wait of the listing ends without a decision. */
export async function openWait(
  trx: Kysely<Tables>,
  { listingId, since }: Wait,
  isAgain: boolean,
): Promise<void> {
  await trx
    .deleteFrom('review_waits')
    .where('listing_id', '=', listingId)
    .where('decided_at', 'is', null)
    .where('since', '<>', since)
    .execute()
  const told = { place: null, half_by: null, most_by: null, told_by: null }
  await trx
    .insertInto('review_waits')
    .values({
      ...told,
      listing_id: listingId,
      since,
      is_again: isAgain ? 1 : 0,
      decided_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['listing_id', 'since']).doUpdateSet({ decided_at: null }),
    )
    .execute()
}

export async function endWait(trx: Kysely<Tables>, { listingId, since }: Wait, at: string) {
  await trx
    .updateTable('review_waits')
    .set({ decided_at: at })
    .where('listing_id', '=', listingId)
    .where('since', '=', since)
    .execute()
}

/** Forgets a wait that ends without a decision, such as by a withdrawal. */
export async function dropWait(trx: Kysely<Tables>, listingId: string): Promise<void> {
  await trx
    .deleteFrom('review_waits')
    .where('listing_id', '=', listingId)
    .where('decided_at', 'is', null)
    .execute()
}

export async function hasOpenWait(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom('review_waits')
    .select('since')
    .where('decided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface OpenWait extends ReviewWaitRow {
  ownerId: string
  title: string | null
}

/** The submissions that wait, with what a message to the seller needs. */
export function listOpenWaits(db: Kysely<Tables>): Promise<OpenWait[]> {
  return db
    .selectFrom('review_waits')
    .innerJoin('listings', 'listings.id', 'review_waits.listing_id')
    .selectAll('review_waits')
    .select(['listings.owner_id as ownerId', 'listings.name as title'])
    .where('decided_at', 'is', null)
    .execute()
}

/** The waits with a place that were decided after a time. */
export function listDecidedWaits(db: Kysely<Tables>, after: string) {
  return db
    .selectFrom('review_waits')
    .select(['since', 'is_again', 'place', 'decided_at'])
    .where('decided_at', '>', after)
    .where('place', 'is not', null)
    .execute()
}

/** Returns false if the listing was decided or withdrawn meanwhile. */
export async function setWait(
  trx: Kysely<Tables>,
  { listingId, since }: Wait,
  change: Partial<Pick<ReviewWaitRow, 'place' | 'half_by' | 'most_by' | 'told_by'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('review_waits')
    .set(change)
    .where('listing_id', '=', listingId)
    .where('since', '=', since)
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeWaitsDecidedBefore(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('review_waits').where('decided_at', '<=', before).execute()
}

export function findStoredFlow(db: Kysely<Tables>) {
  return db.selectFrom('review_flow').selectAll().executeTakeFirst()
}

export async function setStoredFlow(
  trx: Kysely<Tables>,
  values: { computed_at: string; paces: string },
): Promise<void> {
  await trx
    .insertInto('review_flow')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
