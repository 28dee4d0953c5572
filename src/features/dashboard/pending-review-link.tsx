import { reviewPath } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useOverlay } from '#src/outbox/use-outbox.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'
import { isFullBoard } from './full-board.ts'

/** The link to review mode, with the number of the board's pending listings. */
export function PendingReviewLink({ listings, ackedBefore, isLoading }: PendingReviewLinkProps) {
  const { rows } = useOverlay(listings, ackedBefore)
  const mayReview = useMay('decide-listings')
  const isFull = isFullBoard(listings)
  const count = rows.filter(({ status }) => status === 'pending').length
  const note = isLoading ? 'Loading stats...' : ''
  return <ReviewLink to={reviewPath()} count={mayReview ? count : 0} isMore={isFull} note={note} />
}

interface PendingReviewLinkProps {
  listings: readonly Listing[]
  ackedBefore: number
  isLoading: boolean
}
