import { memo, useDeferredValue } from 'react'
import { reviewPath } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing.ts'
import { countOpen } from '#src/features/listings/review/review-queue.ts'
import { useMay } from '#src/session/use-may.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'

/** The header of Property Management: how many are left to review. The count renders after a decided listing. */
export function ListingsHeader({ listings, isLoading }: ListingsHeaderProps) {
  return <CountedHeader listings={useDeferredValue(listings)} isLoading={isLoading} />
}

const CountedHeader = memo(function CountedHeader({ listings, isLoading }: ListingsHeaderProps) {
  const pendingCount = listings ? countOpen(listings) : 0
  const mayReview = useMay('decide-listings')
  return (
    <header className="page-header">
      <h2 className="page-title">Property Management</h2>
      <ReviewLink
        to={reviewPath()}
        count={mayReview ? pendingCount : 0}
        note={isLoading ? 'Loading properties...' : noteOf(listings, pendingCount)}
      />
    </header>
  )
})

function noteOf(listings: readonly Listing[] | null, pendingCount: number): string {
  return listings && pendingCount === 0 ? 'Everything is decided' : ''
}

interface ListingsHeaderProps {
  /** null while they are not known. */
  listings: readonly Listing[] | null
  isLoading: boolean
}
