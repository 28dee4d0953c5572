import { memo } from 'react'
import { reviewPath } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { countOpen } from '#src/features/listings/review/review-queue.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'
import { useLateValue } from '#src/ui/use-late-value.ts'

/**
 * The header of Property Management, with the number of listings left to review. The rows of a new table and the row of
 * a decision render before the number: counting 10,000 listings takes 7 ms on a slow desktop.
 */
export function ListingsHeader({ listings, ...state }: ListingsHeaderProps) {
  return <CountedHeader listings={useLateValue(listings, null)} {...state} />
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
