import { reviewPath } from '#src/config/paths.ts'
import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'
import { countToReview } from './queue-counts.ts'

/** The link to review mode, with the number of pending listings; of the board's, if the server does not count all. */
export function PendingReviewLink({
  queue,
  listings,
  ackedBefore,
  isLoading,
}: PendingReviewLinkProps) {
  const { rows } = useOverlay(listings, ackedBefore)
  const mayReview = useMay('decide-listings')
  const { count, isMore } = countToReview(queue, listings, rows)
  const note = isLoading ? 'Loading stats...' : ''
  return <ReviewLink to={reviewPath()} count={mayReview ? count : 0} isMore={isMore} note={note} />
}

interface PendingReviewLinkProps {
  queue: Dashboard['queue']
  listings: readonly Listing[]
  ackedBefore: number
  isLoading: boolean
}
