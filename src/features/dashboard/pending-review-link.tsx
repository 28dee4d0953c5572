import { reviewPath } from '#src/config/paths.ts'
import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'
import { isFullBoard } from './full-board.ts'
import { countWaiting } from './queue-counts.ts'

/** The link to review mode, with the number of pending listings; of the board's, if the server does not count all. */
export function PendingReviewLink({
  queue,
  listings,
  ackedBefore,
  isLoading,
}: PendingReviewLinkProps) {
  const { rows } = useOverlay(listings, ackedBefore)
  const mayReview = useMay('decide-listings')
  // A bare backend does not count the queue.
  const isFull = !queue && isFullBoard(listings)
  const count = queue
    ? countWaiting(queue, listings, rows)
    : rows.filter(({ status }) => status === 'pending').length
  const note = isLoading ? 'Loading stats...' : ''
  return <ReviewLink to={reviewPath()} count={mayReview ? count : 0} isMore={isFull} note={note} />
}

interface PendingReviewLinkProps {
  queue: Dashboard['queue']
  listings: readonly Listing[]
  ackedBefore: number
  isLoading: boolean
}
