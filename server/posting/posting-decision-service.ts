// Applies the operator's decision to a listing's row in `postings`, in the transaction of the
// decision. It changes times and the seller's state, never content, so an undo has no content to restore.

import type { Kysely } from 'kysely'
import type { PostingRow } from '#server/database/listing-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { forgetViews } from '#server/listing-views/view-service.ts'
import { removeMediaOfListing } from '#server/media/listing-media-service.ts'
import {
  type NotedDecision,
  prepareMessage,
  removeUnsentMessages,
} from '#server/messages/message-decision-service.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { LISTING_DAYS } from '#src/domain/posting/posting-state.ts'
import { readContent } from './posting-content.ts'
import { findPosting, listHeldMediaOf, removePosting, setPosting } from './posting-repository.ts'

const DAY_MS = 86_400_000

/** Applies a decision and prepares the message to the owner. Does nothing for a listing without a row in `postings`. */
export async function noteDecision(
  trx: Kysely<Tables>,
  listingId: string,
  decision: Pick<NotedDecision, 'from' | 'status' | 'changeKey' | 'now'>,
): Promise<void> {
  const posting = await findPosting(trx, listingId)
  if (!posting) return
  const { owner_id: ownerId, submitted } = posting
  const title = submitted && readContent(submitted).title
  await setPosting(trx, listingId, answer(posting, decision.status, decision.now))
  await prepareMessage(trx, { ...decision, listingId, ownerId, title })
}

/** Call it when the operator deletes the listing for good. */
export async function forgetPosting(
  trx: Kysely<Tables>,
  listingId: string,
  now: Date,
): Promise<void> {
  await removeMediaOfListing(trx, listingId, now)
  await removePosting(trx, listingId)
  await forgetViews(trx, listingId)
  await removeUnsentMessages(trx, listingId)
}

/** Video and poster URLs of a person's withdrawn listings, which have no row in `listings`. The erasure needs them. */
export function listHeldMedia(trx: Kysely<Tables>, ownerId: string): Promise<(string | null)[]> {
  return listHeldMediaOf(trx, ownerId)
}

/** When an approval or a renewal at `now` ends. */
export function endOfApproval(now: Date): string {
  return new Date(now.getTime() + LISTING_DAYS * DAY_MS).toISOString()
}

function answer(posting: PostingRow, status: ListingStatus, now: Date): Partial<PostingRow> {
  const { seller_state: before, live, reviewed, submitted_at: submittedAt } = posting
  if (status === 'pending')
    return {
      decided_at: null,
      resubmitted_at: reviewed === null ? null : submittedAt,
      // The approval was undone, so remove its end, unless an earlier approved version is still live.
      ...(live === null && { expires_at: null }),
    }
  const decided = { decided_at: now.toISOString(), resubmitted_at: null }
  if (status === 'rejected') return decided
  return {
    ...decided,
    seller_state: before === 'expired' ? 'posted' : before,
    expires_at: endOfApproval(now),
    reminded_at: null,
  }
}
