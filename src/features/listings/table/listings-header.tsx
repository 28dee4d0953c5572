import { memo } from 'react'
import { reviewPath } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { countOpen } from '#src/features/listings/review/review-queue.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'
import { useCountedListings } from './use-counted-listings.ts'

/**
 * The header of Property Management, with the number of listings left to review. After a decision, the listing's row
 * renders first and the number in a later render.
 */
export function ListingsHeader({ listings, ...state }: ListingsHeaderProps) {
  return <CountedHeader listings={useCountedListings(listings)} {...state} />
}

const CountedHeader = memo(function CountedHeader(props: ListingsHeaderProps) {
  const { listings, isPartial, isLoading, mayReview } = props
  const pendingCount = listings ? countOpen(listings) : 0
  return (
    <header className="page-header">
      <h2 className="page-title">Property Management</h2>
      <ReviewLink
        to={reviewPath()}
        count={mayReview ? pendingCount : 0}
        isMore={isPartial}
        note={
          isLoading ? 'Loading properties...' : noteOf(isPartial ? null : listings, pendingCount)
        }
      />
    </header>
  )
})

function noteOf(listings: readonly Listing[] | null, pendingCount: number): string {
  return listings && pendingCount === 0 ? 'Everything is decided' : ''
}

interface ListingsHeaderProps {
  /** Null until the listings are known. */
  listings: readonly Listing[] | null
  /** More listings are still to arrive. */
  isPartial?: boolean
  isLoading: boolean
  /** Whether the link to review mode is shown. */
  mayReview: boolean
}
