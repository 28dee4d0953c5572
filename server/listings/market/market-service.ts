// Lets an owner take a listing off the market, or put it back.

import type { Kysely } from 'kysely'
import type { RecordChange } from '#server/listings/changes/listing-writer-service.ts'
import { requireRoomForListing } from '#server/listings/content/posting-allowance-service.ts'
import {
  change,
  isDecided,
  type PostingOrder,
  type PostingOutcome,
} from '#server/listings/content/posting-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { endOfApproval } from '#src/domain/posting/posting-state.ts'

/** Takes a listing off the market. Its content remains as a draft. @throws ServerError 403, 409, 429 */
export function withdrawPosting(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  return change(trx, order, 'withdraw', async ({ posting, listing }) => {
    if (!listing) return null
    const record: RecordChange = {
      seller_state: 'withdrawn',
      // If the content is still pending, nobody has decided about it: `reviewed` keeps the content of the
      // previous decision.
      ...(isDecided(listing) && { reviewed: posting.submitted }),
      live: null,
      resubmitted_at: null,
      expires_at: null,
      updated_at: order.now.toISOString(),
    }
    return { kind: 'withdrawn', status: null, record }
  })
}

/** @throws ServerError 403, 409, 429 */
export function markSold(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  const record = { seller_state: 'sold', updated_at: order.now.toISOString() } as const
  return change(trx, order, 'sold', async () => ({ kind: 'sold', record }))
}

/**
 * Puts an approved listing back on the market, or keeps it there, for a full period from now.
 * @throws ServerError 403, 409 (too many listings, wrong state), 429
 */
export function renewPosting(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  return change(trx, order, 'renew', async ({ posting }) => {
    if (posting.seller_state !== 'posted') await requireRoomForListing(trx, posting.owner_id)
    const record = { ...renewedAt(order.now), updated_at: order.now.toISOString() }
    return { kind: 'renewed', record }
  })
}

/** What a renewal, also by an import, changes about the record. */
export function renewedAt(now: Date): RecordChange {
  return { seller_state: 'posted', expires_at: endOfApproval(now), reminded_at: null }
}
