import { memo } from 'react'
import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { Select } from '#src/ui/form/select.tsx'
import { useLateValue } from '#src/ui/use-late-value.ts'
import { countByStatus } from './listing-filter.ts'

/**
 * Filters the list by one status. Each option has the number of listings that it would show. The rows of a new table
 * and the row of a decision render before the numbers.
 */
export function StatusFilter({ listings, ...choice }: StatusFilterProps) {
  return <CountedFilter listings={useLateValue(listings, null)} {...choice} />
}

const CountedFilter = memo(function CountedFilter({
  listings,
  isPartial,
  status,
  onSelect,
}: StatusFilterProps) {
  const counts = listings && countByStatus(listings)
  return (
    <Select
      className="status-filter"
      aria-label="Status"
      value={status ?? ''}
      onChange={({ target }) => onSelect(target.value)}
    >
      <option value="">All statuses</option>
      {LISTING_STATUSES.map((value) => (
        <option key={value} value={value}>
          {STATUS_LABELS[value] + (counts ? ` (${counts[value]}${isPartial ? '+' : ''})` : '')}
        </option>
      ))}
    </Select>
  )
})

interface StatusFilterProps {
  /** The listings of every status; null until the listings are known. */
  listings: readonly Listing[] | null
  /** More listings are still to arrive. */
  isPartial?: boolean
  /** The chosen status; null for all. */
  status: ListingStatus | null
  /** Called with the status for the URL; '' for all. */
  onSelect: (word: string) => void
}
