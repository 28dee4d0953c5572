// Lets an owner take a listing off the market, or put it back.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { takeOffList } from '#server/listings/listing-posting-service.ts'
import { requireRoomForListing } from './posting-allowance-service.ts'
import { endOfApproval } from './posting-decision-service.ts'
import { setPosting } from './posting-repository.ts'
import { change, isDecided, type PostingOrder, type PostingOutcome } from './posting-service.ts'

/** Takes a listing off the market. Its content remains as a draft. @throws ServerError 403, 409, 429 */
export function withdrawPosting(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  return change(trx, order, 'withdraw', async ({ posting, listing }) => {
    if (!listing) return posting
    await takeOffList(trx, listing.id, order.now)
    return setPosting(trx, posting.id, {
      seller_state: 'withdrawn',
      // If the content is still pending, nobody has decided about it: `reviewed` keeps the content of the
      // previous decision.
      ...(isDecided(listing) && { reviewed: posting.submitted }),
      live: null,
      resubmitted_at: null,
      expires_at: null,
      held_version: listing.version,
      held_boosted_until: listing.boosted_until,
      held_video_url: listing.video_url,
      held_poster_url: listing.poster_url,
      updated_at: order.now.toISOString(),
    })
  })
}

/** @throws ServerError 403, 409, 429 */
export function markSold(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  return change(trx, order, 'sold', ({ posting }) =>
    setPosting(trx, posting.id, { seller_state: 'sold', updated_at: order.now.toISOString() }),
  )
}

/**
 * Puts an approved listing back on the market, or keeps it there, for a full period from now.
 * @throws ServerError 403, 409 (too many listings, wrong state), 429
 */
export function renewPosting(trx: Kysely<Tables>, order: PostingOrder): Promise<PostingOutcome> {
  return change(trx, order, 'renew', async ({ posting }) => {
    if (posting.seller_state !== 'posted') await requireRoomForListing(trx, posting.owner_id)
    return setPosting(trx, posting.id, {
      seller_state: 'posted',
      expires_at: endOfApproval(order.now),
      reminded_at: null,
      updated_at: order.now.toISOString(),
    })
  })
}
