import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { LISTING_DAYS } from '#src/domain/posting/posting-state.ts'

const DAY_MS = 86_400_000

/** When an approval or a renewal at `now` ends. */
export function endOfApproval(now: Date): string {
  return new Date(now.getTime() + LISTING_DAYS * DAY_MS).toISOString()
}

/**
 * What a decision changes about the record: times and the seller's state, never content, so that an undo has no content
 * to restore. Nothing for a listing that its owner has not written in this app.
 */
export function decideRecord(
  posting: PostingRow,
  status: ListingStatus,
  now: Date,
): Partial<PostingRow> {
  const { seller_state: before, live, reviewed, submitted_at: submittedAt } = posting
  if (posting.is_from_before === 1) return {}
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
