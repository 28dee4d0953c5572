import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { ReasonField } from '#src/domain/listing/rejection-reason.ts'
import { listReasonsOf } from './listing-reason-repository.ts'
import { findListing, getListings, type ListingWithOwner } from './listing-repository.ts'

export { listResubmittedIds, listUndecidedIds } from './listing-repository.ts'

/** The reason of a rejection, as shown to the seller. */
export interface SellerReason {
  sentence: string
  field: ReasonField | null
  note: string
  /** Whether the seller is invited to correct the listing. */
  changesNeeded: boolean
}

export type PostedListing = ListingWithOwner & {
  /** Null unless the listing is rejected and an operator gave a reason. */
  reason: SellerReason | null
}

export async function findPosted(
  db: Kysely<Tables>,
  id: string,
): Promise<PostedListing | undefined> {
  const listing = await findListing(db, id)
  const [posted] = await withReasons(db, listing ? [listing] : [])
  return posted
}

/** The listings with these ids, in the same order; unknown ids are skipped. */
export async function listPosted(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<PostedListing[]> {
  return withReasons(db, await getListings(db, ids))
}

async function withReasons(
  db: Kysely<Tables>,
  listings: readonly ListingWithOwner[],
): Promise<PostedListing[]> {
  const rejected = listings.filter(({ status }) => status === 'rejected')
  const rows =
    rejected.length > 0
      ? await listReasonsOf(
          db,
          rejected.map(({ id }) => id),
        )
      : []
  const reasons = new Map(
    rows.map(({ listing_id, changes_needed, ...row }) => [
      listing_id,
      { ...row, changesNeeded: changes_needed === 1 },
    ]),
  )
  return listings.map((listing) => ({ ...listing, reason: reasons.get(listing.id) ?? null }))
}
