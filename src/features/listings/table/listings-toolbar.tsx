import type { PartOf } from '#src/domain/listing/device-share.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  type ListingFilters,
  OWN_CONTROLS,
} from '#src/features/listings/filters/use-listing-filters.ts'
import { countBeyond } from '#src/features/listings/share/beyond-device.ts'
import { ExportButton } from '#src/lists/export/export-button.tsx'
import type { ExportOrder } from '#src/lists/export/export-order.ts'
import { moreFilters } from '#src/lists/filters/more-filters.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { EmptyResult } from '#src/ui/table/toolbar/empty-result.tsx'
import type { ToolbarOptions } from '#src/ui/table/toolbar/table-toolbar.tsx'
import { SaleTabs } from './sale-tabs.tsx'
import { StatusFilter } from './status-filter.tsx'

/** The tabs, the status filter and the search of Property Management. `isPartial`: more listings are still to arrive. */
export function listingsToolbar(
  filters: ListingFilters,
  { listings, isKnown, isPartial, beyond, readAtMs, seesDetails }: ListingsToolbarState,
  order: ExportOrder<Listing>,
): ToolbarOptions {
  const { tab, statuses, text, inStatus, onTab, isByKind } = filters
  const isMore = isPartial || (beyond !== null && !isByKind)
  const more = isByKind ? beyond : null
  return {
    filters: (
      <>
        <SaleTabs
          listings={isKnown ? inStatus : null}
          countMore={more ? (value) => countBeyond(more, value, statuses) : undefined}
          isPartial={isMore}
          tab={tab}
          onSelect={filters.setTab}
        />
        <StatusFilter
          listings={isKnown ? onTab : null}
          countMore={more ? (value) => countBeyond(more, tab, [value]) : undefined}
          isPartial={isMore}
          statuses={statuses}
          onSelect={filters.setStatus}
        />
      </>
    ),
    filterCount: Number(tab !== 'all') + Number(statuses.length > 0),
    more: moreFilters(filters.list, listings, OWN_CONTROLS),
    action: (
      <ExportButton
        choice={
          isKnown && !isPartial
            ? {
                list: 'properties',
                loadTable,
                ...order,
                readAtMs,
                isPart: beyond !== null,
                conditions: filters.list.conditions,
                searchedText: filters.searchedText,
                seesDetails,
              }
            : null
        }
      />
    ),
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

const loadTable = async () => (await import('#src/domain/export/exported-lists.ts')).LISTING_EXPORT

interface ListingsToolbarState {
  /** All listings, whose values the filters offer. */
  listings: readonly Listing[]
  isKnown: boolean
  isPartial: boolean
  /** The listings that the server has and this device does not; null if it has all. */
  beyond: PartOf | null
  /** When the listings were read, as epoch milliseconds. */
  readAtMs: number
  /** Whether the role sees the contacts of owners. */
  seesDetails: boolean
}

interface NoListingsProps {
  listings: readonly Listing[]
  filters: ListingFilters
  isPartial: boolean
  /** Whether the device has a part of the listings. */
  isPart: boolean
}

/** Says why the table is empty, and offers to clear the search or the filters. */
export function NoListings({ listings, filters, isPartial, isPart }: NoListingsProps) {
  const { searchedText, statuses, list } = filters
  const onDevice = isPart ? ' on this device' : ''
  const soFar = isPartial ? ' so far' : onDevice
  if (listings.length === 0) return <span>{`No properties yet${soFar}`}</span>
  const text = searchedText.trim()
  if (text) {
    return (
      <EmptyResult action="Clear search" onClear={() => filters.setText('')}>
        {`No property matches “${text}”${soFar}`}
      </EmptyResult>
    )
  }
  const reason =
    statuses.length > 0 ? 'No property here has this status' : 'No properties under this tab'
  const others = list.conditions.filter(({ name }) => !OWN_CONTROLS.includes(name))
  const isBoost = others.length === 1 && others[0]?.name === 'boosted'
  const filtered = others.length > 0 ? 'No property passes these filters' : reason
  return (
    <EmptyResult action="Clear filters" onClear={filters.clear}>
      {`${isBoost ? 'No property here is boosted now' : filtered}${soFar}`}
    </EmptyResult>
  )
}
