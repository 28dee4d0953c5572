import { useContext } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useUserId } from '#src/session/use-session.ts'
import { ArrangedTable } from '#src/ui/table/arranged-table.tsx'
import { TableSkeleton } from '#src/ui/table/table-skeleton.tsx'
import { useUrlSort } from '#src/ui/table/use-url-sort.ts'
import { LISTING_COLUMNS } from './listing-columns.tsx'
import { ListingSyncStatusesContext, useListingRow } from './listing-row-context.ts'
import { VideoCell } from './video-cell.tsx'

/** The table of Property Management; its sort order is in the URL. */
export function ListingTable({ rows, source, filterKey, isLoading, emptyText }: ListingTableProps) {
  const { open } = useListingRow()
  const syncStatuses = useContext(ListingSyncStatusesContext)
  const [sort, setSort] = useUrlSort(LISTING_COLUMNS)
  const userId = useUserId()
  return (
    <ArrangedTable
      caption="Properties"
      settingsKey={`${userId}:properties`}
      skeleton={isLoading && <TableSkeleton cardHeightRem={18.5} />}
      columns={LISTING_COLUMNS}
      rows={rows}
      source={source}
      filterKey={filterKey}
      rowKey={idOf}
      onOpenRow={(listing) => open(listing.id)}
      rowState={({ id }) => {
        const syncStatus = syncStatuses.get(id)
        if (syncStatus?.isLeaving) return 'leaving'
        return syncStatus ? 'changed' : 'normal'
      }}
      sort={sort}
      onSortChange={setSort}
      cardTitle={titleOf}
      cardMedia={drawVideo}
      emptyText={emptyText}
    />
  )
}

interface ListingTableProps {
  rows: readonly Listing[]
  /** The server's listings that the rows were made from. */
  source: unknown
  /** The tab, status, owner and search text of the rows. */
  filterKey: string
  isLoading: boolean
  emptyText: string
}

const idOf = ({ id }: Listing) => id
const titleOf = ({ name }: Listing) => displayName(name)
const drawVideo = (listing: Listing) => <VideoCell listing={listing} />
