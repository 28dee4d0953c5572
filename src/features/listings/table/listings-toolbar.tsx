import type { Listing } from '#src/domain/listing/listing.ts'
import { ConditionFields } from '#src/features/listings/filters/condition-fields.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'
import type { ToolbarOptions } from '#src/ui/table/toolbar/table-toolbar.tsx'
import { SaleTabs } from './sale-tabs.tsx'
import { StatusFilter } from './status-filter.tsx'
import type { ListingFilters } from './use-listing-filters.ts'

/** The tabs, the status filter and the search of Property Management. `isPartial`: more listings are still to arrive. */
export function listingsToolbar(
  filters: ListingFilters,
  { listings, isKnown, isPartial }: ListingsToolbarState,
): ToolbarOptions {
  const { tab, status, text, inStatus, onTab } = filters
  return {
    filters: (
      <>
        <SaleTabs
          listings={isKnown ? inStatus : null}
          isPartial={isPartial}
          tab={tab}
          onSelect={filters.setTab}
        />
        <StatusFilter
          listings={isKnown ? onTab : null}
          isPartial={isPartial}
          status={status}
          onSelect={filters.setStatus}
        />
      </>
    ),
    filterCount: Number(tab !== 'all') + Number(status !== null),
    more: {
      controls: <ConditionFields listings={listings} {...filters.more} />,
      count: filters.more.conditions.length,
      onClear: filters.more.clear,
    },
    onClearFilters: filters.clear,
    search: (
      <SearchInput
        aria-label="Search properties"
        placeholder={
          isPartial ? 'Search what has arrived so far' : 'Name, owner, phone, city or ID'
        }
        value={text}
        onChange={({ target }) => filters.setText(target.value)}
        onClear={() => filters.setText('')}
      />
    ),
  }
}

interface ListingsToolbarState {
  /** All listings, whose values the filters offer. */
  listings: readonly Listing[]
  isKnown: boolean
  isPartial: boolean
}

interface NoListingsProps {
  listings: readonly Listing[]
  filters: ListingFilters
  isPartial: boolean
}

/** Says why the table is empty, and offers to clear the search or the filters. */
export function NoListings({ listings, filters, isPartial }: NoListingsProps) {
  const { searchedText, status, more } = filters
  const soFar = isPartial ? ' so far' : ''
  if (listings.length === 0) return <span>{`No properties yet${soFar}`}</span>
  const text = searchedText.trim()
  if (text) {
    return (
      <EmptyResult action="Clear search" onClear={() => filters.setText('')}>
        {`No property matches “${text}”${soFar}`}
      </EmptyResult>
    )
  }
  const reason = status ? 'No property here has this status' : 'No properties under this tab'
  const filtered = more.conditions.length > 0 ? 'No property passes these filters' : reason
  return (
    <EmptyResult action="Clear filters" onClear={filters.clear}>
      {`${filters.isBoosted ? 'No property here is boosted now' : filtered}${soFar}`}
    </EmptyResult>
  )
}
