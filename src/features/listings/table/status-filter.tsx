import { memo } from 'react'
import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { countByStatus } from '#src/features/listings/filters/listing-filter.ts'
import { Select } from '#src/ui/form/select.tsx'
import { useLateValue } from '#src/ui/use-late-value.ts'

/**
 * Filters the list by one status. Each option has the number of listings that it would show. The rows of a new table
 * and the row of a decision render before the numbers.
 */
export function StatusFilter({ listings, ...choice }: StatusFilterProps) {
  return <CountedFilter listings={useLateValue(listings, null)} {...choice} />
}

const CountedFilter = memo(function CountedFilter({
  listings,
  countMore = () => 0,
  isPartial,
  statuses,
  onSelect,
}: StatusFilterProps) {
  const counts = listings && countByStatus(listings)
  return (
    <Select
      className="status-filter"
      aria-label="Status"
      value={statuses.join(' ')}
      onChange={({ target }) => onSelect(target.value)}
    >
      <option value="">All statuses</option>
      {statuses.length > 1 && (
        <option value={statuses.join(' ')}>
          {statuses.map((value) => STATUS_LABELS[value]).join(' or ')}
        </option>
      )}
      {LISTING_STATUSES.map((value) => (
        <option key={value} value={value}>
          {STATUS_LABELS[value] +
            (counts
              ? ` (${groupIndian(counts[value] + countMore(value))}${isPartial ? '+' : ''})`
              : '')}
        </option>
      ))}
    </Select>
  )
})

interface StatusFilterProps {
  /** The listings of every status; null until the listings are known. */
  listings: readonly Listing[] | null
  /** How many listings of a status are not on this device. */
  countMore?: ((status: ListingStatus) => number) | undefined
  /** There may be more listings than are counted. */
  isPartial?: boolean
  /** The chosen status; none for all. An address may have several. */
  statuses: readonly ListingStatus[]
  /** Called with the status for the URL; '' for all. */
  onSelect: (word: string) => void
}
