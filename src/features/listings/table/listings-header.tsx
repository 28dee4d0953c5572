import { memo, type ReactNode } from 'react'
import { queryPath, REVIEW_NEXT, reviewPath, sectionPath } from '#src/config/paths.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { leaveOutViewless } from '#src/domain/saved-view/view-query.ts'
import { countOpen } from '#src/features/listings/review/review-queue.ts'
import { usePageSearch } from '#src/ui/address/page-search.ts'
import { ReviewLink } from '#src/ui/layout/review-link.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { ListHead } from '#src/ui/table/toolbar/list-head.tsx'
import { useLateValue } from '#src/ui/use-late-value.ts'

/**
 * The head of Property Management, with the number of listings left to review. The rows of a new table and the row of a
 * decision render before the number: counting 10,000 listings takes 7 ms on a slow desktop.
 */
export function ListingsHeader({
  listings,
  filtered = null,
  hasDecisions = false,
  children,
  ...state
}: ListingsHeaderProps) {
  return (
    <ListHead
      title="Property Management"
      action={
        <>
          {hasDecisions && (
            <RecordLink to={sectionPath('decisions')} opens="list">
              Recently decided
            </RecordLink>
          )}
          <CountedLink
            listings={useLateValue(listings, null)}
            filtered={useLateValue(filtered, null)}
            {...state}
          />
        </>
      }
    >
      {children}
    </ListHead>
  )
}

const CountedLink = memo(function CountedLink({
  listings,
  filtered,
  pendingBeyond = 0,
  isPartial = false,
  isLoading,
  mayReview,
}: CountedLinkProps) {
  const search = usePageSearch()
  const pendingCount = (listings ? countOpen(listings) : 0) + pendingBeyond
  const filteredCount = filtered ? countOpen(filtered) : 0
  if (mayReview && filteredCount > 0)
    return (
      <ReviewLink
        to={reviewPathOf(search)}
        count={filteredCount}
        isMore={isPartial || pendingBeyond > 0}
        which="these"
        note=""
      />
    )
  return (
    <ReviewLink
      to={reviewPath()}
      count={mayReview ? pendingCount : 0}
      isMore={isPartial}
      which={filtered ? 'all' : ''}
      note={isLoading ? 'Loading properties...' : noteOf(isPartial ? null : listings, pendingCount)}
    />
  )
})

/** The URL of review mode over the filters and the view of this address. */
function reviewPathOf(search: URLSearchParams): string {
  const query = leaveOutViewless(search.toString())
  return `${queryPath('property', query, search.get('view') ?? undefined)}&review=${REVIEW_NEXT}`
}

function noteOf(listings: readonly Listing[] | null, pendingCount: number): string {
  if (listings?.length === 0) return 'No listings yet'
  return listings && pendingCount === 0 ? 'Everything is decided' : ''
}

interface CountedLinkProps {
  /** Null until the listings are known. */
  listings: readonly Listing[] | null
  /** The listings that pass the filters; null without filters. */
  filtered?: readonly Listing[] | null
  /** How many pending listings are not on this device. */
  pendingBeyond?: number
  /** More listings are still to arrive. */
  isPartial?: boolean
  isLoading: boolean
  /** Whether the link to review mode is shown. */
  mayReview: boolean
}

interface ListingsHeaderProps extends CountedLinkProps {
  /** Whether there is a list of earlier decisions. */
  hasDecisions?: boolean
  /** The age of the listings. */
  children?: ReactNode
}
