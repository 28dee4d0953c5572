import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { LISTING_ORDERS } from '#src/domain/query/list-orders.ts'
import { displayName } from '#src/domain/text.ts'
import { ShareNote } from '#src/features/listings/share/share-note.tsx'
import { cutToPages, type ServerPages, type Share } from '#src/features/listings/share/use-share.ts'
import { type ExportOrder, exportOrderOf } from '#src/lists/export/export-order.ts'
import type { Overlay } from '#src/outbox/overlay/overlay.ts'
import { useUserId } from '#src/session/use-session.ts'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import type { RowSelection } from '#src/ui/table/row-selection.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import type { ToolbarOptions } from '#src/ui/table/toolbar/table-toolbar.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { type ListingRowActions, makeListingColumns } from './listing-columns.tsx'
import { findRowWidths } from './row-widths.ts'
import { useSavingDecisions } from './use-saving-decisions.ts'
import { VideoCell } from './video-cell.tsx'

/** The table of Property Management; its sort order is in the URL. */
export function ListingTable({
  rows: known,
  share,
  queryOf,
  syncStatuses,
  source,
  filterKey,
  actions,
  isLoading,
  toolbar,
  selection,
  selectionBar,
  emptyText,
}: ListingTableProps) {
  const { open } = actions
  const { saving, decide } = useSavingDecisions(actions.decide)
  const { title, location } = findRowWidths(known)
  const columns = useMemo(
    () => makeListingColumns({ ...actions, decide }, { title, location }),
    [actions, decide, title, location],
  )
  const drawVideo = useCallback(
    (listing: Listing) => <VideoCell listing={listing} onOpen={open} />,
    [open],
  )
  const [sort, setSort] = useUrlSort(columns)
  const userId = useUserId()
  const findSyncStatus = (id: string) => saving.get(id) ?? syncStatuses.get(id)
  const order = useMemo(
    () => exportOrderOf({ columns, sort, rows: known, rowKey: idOf, orders: LISTING_ORDERS }),
    [columns, sort, known],
  )
  const query = queryOf(order)
  const pages = share?.pages?.query === query ? share.pages : null
  const rows = useMemo(
    () => (pages ? cutToPages(order.rowsInOrder(), pages) : known),
    [pages, known, order],
  )
  const isNoneLeft = rows.length === 0
  useEffect(() => {
    if (isNoneLeft) (pages?.more ?? pages?.less)?.()
  }, [isNoneLeft, pages])
  return (
    <>
      {share && <ShareNote share={share} query={query} />}
      <ArrangedTable
        caption="Properties"
        toolbar={toolbar(order, pages)}
        selection={selection}
        selectionBar={selectionBar}
        settingsKey={`${userId}:properties`}
        skeleton={isLoading && <TableSkeleton cardHeightRem={18.5} />}
        columns={columns}
        rows={rows}
        source={source}
        rowsBefore={pages?.rowsBefore ?? 0}
        onStartNear={pages?.less ?? undefined}
        onEndNear={pages?.more ?? undefined}
        filterKey={`${filterKey} ${pages?.origin ?? 0}`}
        rowKey={idOf}
        onOpenRow={(listing) => open(listing.id)}
        rowState={({ id }) => {
          const syncStatus = findSyncStatus(id)
          if (syncStatus?.isLeaving) return 'leaving'
          return syncStatus ? 'changed' : 'normal'
        }}
        rowSyncStatus={({ id }) => findSyncStatus(id)}
        sort={sort}
        onSortChange={setSort}
        cardTitle={titleOf}
        cardMedia={drawVideo}
        emptyText={emptyText(pages)}
      />
    </>
  )
}

interface ListingTableProps extends Pick<Overlay, 'rows' | 'syncStatuses'> {
  /** The server's listings that the rows were made from. */
  source: unknown
  /** The tab, status, owner and search text of the rows. */
  filterKey: string
  /** Memoised, because new actions re-render every row. */
  actions: ListingRowActions
  isLoading: boolean
  /** What the server has of more listings than a device holds; null if the device has all. */
  share: Share | null
  /** The query that gives the rows in this order on the server; null if only this device can. */
  queryOf: (order: ExportOrder<Listing>) => string | null
  toolbar: (order: ExportOrder<Listing>, pages: ServerPages | null) => ToolbarOptions
  selection: RowSelection<Listing> | undefined
  /** What can be done with the chosen listings. */
  selectionBar: ReactNode
  emptyText: (pages: ServerPages | null) => ReactNode
}

const idOf = ({ id }: Listing) => id
const titleOf = ({ name }: Listing) => displayName(name)
