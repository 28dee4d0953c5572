import type { Kysely } from 'kysely'
import { dropWait, endWait, openWait } from '#server/listings/waits/wait-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { AppliedChange } from './listing-change.ts'

/** Begins, ends or forgets the wait of a listing with its change. */
export async function followWait(
  trx: Kysely<Tables>,
  { id: listingId, change: { status, now }, after }: AppliedChange,
): Promise<void> {
  const listing = after?.listing
  if (!listing) return dropWait(trx, listingId)
  if (!status || listing.waits_since === null) return
  const wait = { listingId, since: listing.waits_since }
  if (status === 'pending') await openWait(trx, wait, after.posting.resubmitted_at !== null)
  else await endWait(trx, wait, now.toISOString())
}
