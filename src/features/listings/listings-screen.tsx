import './listings.css'
import { useDeferredValue, useMemo, useState } from 'react'
import { sectionPath } from '#src/config/paths.ts'
import type { Listing, ListingStatus } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useListingActions, useOutbox, useOverlay } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { useMay } from '#src/session/use-may.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { SearchInput } from '#src/ui/form/search-input.tsx'
import { useUrlParam } from '#src/ui/form/use-url-param.ts'
import { useUrlText } from '#src/ui/form/use-url-text.ts'
import { ReadNote } from '#src/ui/layout/read-note.tsx'
import { RecordLink } from '#src/ui/record/record-link.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { DeleteConfirmation } from './delete-confirmation.tsx'
import {
  filterByOwner,
  filterByStatus,
  filterByTab,
  parseStatus,
  parseTab,
  searchListings,
} from './table/listing-filter.ts'
import { ListingTable } from './table/listing-table.tsx'
import { ListingsHeader } from './table/listings-header.tsx'
import { SaleTabs } from './table/sale-tabs.tsx'
import { StatusFilter } from './table/status-filter.tsx'

const NONE: readonly Listing[] = []

/** Every listing in a table that the operator can filter, search, decide and delete. */
export function ListingsScreen({ onOpen }: ListingsScreenProps) {
  const read = useListings()
  const listings = read.value ?? read.arriving?.rows
  const isPartial = read.arriving !== null
  const overlay = useOverlay(listings ?? NONE, read.ackedBefore)
  const { decide, remove } = useListingActions('table', showNotSaved)
  const { undo } = useOutbox()
  const mayDecide = useMay('decide-listings')
  const mayDelete = useMay('delete-listings')
  const [tabParam, setTabParam] = useUrlParam('tab')
  const [statusParam, setStatusParam] = useUrlParam('status')
  const [ownerId, setOwnerId] = useUrlParam('user')
  const [text, setText] = useUrlText('q')
  const [pendingDelete, setPendingDelete] = useState<Listing | null>(null)

  const tab = parseTab(tabParam)
  const searchedText = useDeferredValue(text)
  const status = parseStatus(statusParam)
  const owned = useMemo(() => filterByOwner(overlay.rows, ownerId), [overlay.rows, ownerId])
  const found = useMemo(() => searchListings(owned, searchedText), [owned, searchedText])
  const onTab = useMemo(() => filterByTab(found, tab), [found, tab])
  const rows = useMemo(() => filterByStatus(onTab, status), [onTab, status])
  const inStatus = useMemo(() => filterByStatus(found, status), [found, status])
  const rowActions = useMemo(
    () => ({ open: onOpen, mayDecide, mayDelete, decide, requestDelete: setPendingDelete, undo }),
    [onOpen, mayDecide, mayDelete, decide, undo],
  )
  const freshness = findReadFreshness(read, useNow())
  const isLoading = listings === undefined && read.failure === null

  return (
    <>
      <ListingsHeader
        listings={listings ? overlay.rows : null}
        isPartial={isPartial}
        isLoading={isLoading}
        mayReview={mayDecide}
      />
      <ReadNote
        {...freshness}
        what="properties"
        partialNote="search, tabs and counts are partial"
        onRetry={read.refetch}
      />
      <div className="filters">
        <SaleTabs
          listings={listings ? inStatus : null}
          isPartial={isPartial}
          tab={tab}
          onSelect={setTabParam}
        />
        <StatusFilter
          listings={listings ? onTab : null}
          isPartial={isPartial}
          status={status}
          onSelect={setStatusParam}
        />
        {/* Not for a bare backend, which sends no versions and has no decision log. Reserves space during the load. */}
        {(isLoading || listings?.some(({ version }) => version !== null)) && (
          <RecordLink to={sectionPath('decisions')} opens="list">
            Recently decided
          </RecordLink>
        )}
        <SearchInput
          aria-label="Search properties"
          placeholder={isPartial ? 'Search the loaded rows' : 'Name, owner, phone, city or ID'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {ownerId && (
        <FilterChip onClear={() => setOwnerId('')}>
          {`Listed by ${displayName(owned[0]?.ownerName)}`}
        </FilterChip>
      )}
      {(listings || isLoading) && (
        <ListingTable
          rows={rows}
          syncStatuses={overlay.syncStatuses}
          source={listings}
          filterKey={`${tab} ${statusParam} ${ownerId} ${searchedText}`}
          actions={rowActions}
          isLoading={isLoading}
          emptyText={`${emptyTextOf(listings ?? NONE, searchedText, status)}${isPartial ? ' so far' : ''}`}
        />
      )}
      <DeleteConfirmation
        listing={pendingDelete}
        onCancel={() => setPendingDelete(null)}
        onConfirm={(listing) => {
          setPendingDelete(null)
          void remove(listing)
        }}
      />
    </>
  )
}

export interface ListingsScreenProps {
  /** Opens a listing's details. */
  onOpen: (listingId: string) => void
}

function emptyTextOf(
  listings: readonly Listing[],
  text: string,
  status: ListingStatus | null,
): string {
  if (listings.length === 0) return 'No properties yet'
  if (text.trim()) return `No property matches “${text.trim()}”`
  return status ? 'No property here has this status' : 'No properties under this tab'
}
