import './listings.css'
import { lazy, Suspense, useContext, useMemo, useState } from 'react'
import { FIRST_ORDER, makePlaceOf } from '#src/domain/due/queue-order.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { sayRowCount } from '#src/lists/count-label.ts'
import { toServerQuery } from '#src/lists/export/export-choice.ts'
import { ConditionChips } from '#src/lists/filters/condition-chips.tsx'
import { useListingActions, useOutbox, useOverlay } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { useListings } from '#src/query-cache/use-listings.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { FilterChip } from '#src/ui/form/filter-chip.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useBatches } from './bulk/use-batches.tsx'
import { useRoadBatch } from './claims/use-claim.ts'
import { DeleteConfirmation } from './delete-confirmation.tsx'
import { OWN_CONTROLS, useListingFilters } from './filters/use-listing-filters.ts'
import { makeQueue } from './review/review-queue.ts'
import { RoadButton } from './road/road-button.tsx'
import { countBeyond } from './share/beyond-device.ts'
import { useShare } from './share/use-share.ts'
import { ListingTable } from './table/listing-table.tsx'
import { ListingsHeader } from './table/listings-header.tsx'
import { listingsToolbar, NoListings } from './table/listings-toolbar.tsx'

const RoadStrip = lazy(async () => ({
  default: (await import('./road/road-strip.tsx')).RoadStrip,
}))
const NONE: readonly Listing[] = []
const NAMES = ['property', 'properties'] as const

/** Every listing in a table that the operator can filter, search, decide and delete. */
export function ListingsScreen({ onOpen }: ListingsScreenProps) {
  const read = useListings()
  const { listings: whole, share } = useShare(read)
  const listings = whole ?? read.arriving?.rows
  const isKnown = listings !== undefined
  const isPartial = read.arriving !== null
  const overlay = useOverlay(listings ?? NONE, read.ackedBefore)
  const { decide, remove } = useListingActions('table', showNotSaved)
  const { undo } = useOutbox()
  const seesDetails = useMay('see-owner-contact')
  const mayDecide = useMay('decide-listings')
  const mayDelete = useMay('delete-listings')
  const [pendingDelete, setPendingDelete] = useState<Listing | null>(null)
  const filters = useListingFilters(overlay)
  const isPart = share !== null
  const beyond = share?.beyond ?? null
  const batches = useBatches({ listings: overlay.rows, rows: filters.rows, isPartial, isPart })
  const rowActions = useMemo(
    () => ({ open: onOpen, mayDecide, mayDelete, decide, requestDelete: setPendingDelete, undo }),
    [onOpen, mayDecide, mayDelete, decide, undo],
  )
  const road = useRoadBatch()
  const readerId = useSession()?.account?.id
  const PartBoundary = useContext(PartBoundaryContext)
  const freshness = findReadFreshness(read, useNow())
  const isLoading = !isKnown && read.failure === null

  return (
    <>
      <ListingsHeader
        listings={isKnown ? overlay.rows : null}
        filtered={isKnown && filters.isFiltered ? filters.reviewable : null}
        pendingBeyond={countBeyond(beyond, 'all', ['pending'])}
        isPartial={isPartial}
        isLoading={isLoading}
        mayReview={mayDecide}
        // A bare backend sends no versions and has no decision log. Reserves space during the load.
        hasDecisions={isLoading || Boolean(listings?.some(({ version }) => version !== null))}
      >
        <ReadNote
          {...freshness}
          what="properties"
          partialNote="search, tabs and counts are partial"
          onRetry={read.refetch}
        />
        {mayDecide && isKnown && (
          <RoadButton
            className="road-entry"
            listCandidates={() =>
              makeQueue(
                filters.isFiltered ? filters.reviewable : overlay.rows,
                makePlaceOf(FIRST_ORDER, 0, readerId),
              ).waiting
            }
          />
        )}
      </ListingsHeader>
      {road && (
        <PartBoundary>
          <Suspense fallback={null}>
            <RoadStrip road={road} />
          </Suspense>
        </PartBoundary>
      )}
      {filters.ownerId && (
        <FilterChip onClear={() => filters.setOwnerId('')}>
          {`Listed by ${displayName(overlay.rows.find(({ ownerId }) => ownerId === filters.ownerId)?.ownerName)}`}
        </FilterChip>
      )}
      <ConditionChips
        list={filters.list}
        shownElsewhere={OWN_CONTROLS}
        // While pages of the server are in the table, the note above it has their number.
        {...(!share?.pages && {
          count: `${sayRowCount(filters.rows.length, overlay.rows.length, NAMES)}${isPart ? ' on this device' : ''}`,
        })}
      />
      {(isKnown || isLoading) && (
        <ListingTable
          rows={filters.rows}
          share={share}
          queryOf={({ sort, ofDevice }) =>
            ofDevice === null
              ? toServerQuery({
                  conditions: filters.list.conditions,
                  searchedText: filters.searchedText,
                  sort,
                })
              : null
          }
          syncStatuses={overlay.syncStatuses}
          source={listings}
          filterKey={filters.key}
          actions={rowActions}
          selection={batches.selection}
          selectionBar={batches.bar}
          isLoading={isLoading}
          toolbar={(order) =>
            listingsToolbar(
              filters,
              {
                listings: overlay.rows,
                isKnown,
                isPartial,
                beyond,
                readAtMs: read.readAt,
                seesDetails,
              },
              order,
            )
          }
          emptyText={(pages) => (
            <NoListings
              listings={listings ?? NONE}
              filters={filters}
              isPartial={isPartial}
              isPart={isPart && !pages?.isComplete}
            />
          )}
        />
      )}
      {batches.confirmation}
      {batches.assignment}
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
