import type { Change } from '#src/domain/change.ts'
import { formatDate } from '#src/domain/dates.ts'
import {
  formatListedPrice,
  formatLocation,
  type Listing,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { LISTING_ORDERS } from '#src/domain/query/list-orders.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { displayId, displayName, displayValue, MISSING_VALUE } from '#src/domain/text.ts'
import { BidCell } from '#src/features/listings/details/bid-cell.tsx'
import {
  ListingStatusLine,
  SavingStatusLine,
} from '#src/features/listings/details/listing-status-line.tsx'
import type { ListingSyncStatus } from '#src/outbox/overlay/overlay.ts'
import type { ListingActions } from '#src/outbox/use-outbox.ts'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
import { DeleteButton } from './delete-button.tsx'
import type { RowWidths } from './row-widths.ts'
import { StatusSelect } from './status-select.tsx'
import type { SavingDecision } from './use-saving-decisions.ts'
import { VideoCell } from './video-cell.tsx'

export type ListingColumn = DataColumn<Listing, ListingSyncStatus | SavingDecision>

/** What the controls in a row do. */
export interface ListingRowActions extends Pick<ListingActions, 'decide'> {
  open: (listingId: string) => void
  mayDecide: boolean
  mayDelete: boolean
  requestDelete: (listing: Listing) => void
  undo: (change: Change) => Promise<boolean>
}

const ID_PX = 60
const CHECKBOX_PX = 16 // beside what it takes of the cell's padding; only for a role that can do anything with a row

/**
 * The sixteen columns of Property Management in their literal order (specification, section 2), without those of the
 * controls that the role does not have. Pass the same array again while the actions are the same, because new columns
 * re-render every row.
 */
export function makeListingColumns(
  actions: ListingRowActions,
  widths: RowWidths,
): readonly ListingColumn[] {
  const { open, mayDecide, mayDelete, decide, requestDelete, undo } = actions
  const columns: ListingColumn[] = [
    {
      id: 'id',
      header: 'ID',
      width: mayDecide || mayDelete ? ID_PX + CHECKBOX_PX : ID_PX,
      isPinned: true,
      canPin: true,
      onCard: 'more',
      cell: ({ id }) => displayId(id),
      isId: true,
      sortValue: ({ id }) => displayId(id),
    },
    {
      id: 'video',
      header: 'Property Video',
      width: 58,
      touchWidth: 104,
      holdsControl: true,
      isScreenOnly: true,
      onCard: 'more',
      cell: (listing) => <VideoCell listing={listing} onOpen={open} />,
    },
    {
      id: 'title',
      header: 'Property Title',
      width: widths.title,
      touchWidth: 180,
      canGrow: true,
      isPinned: true,
      canPin: true,
      onCard: 'more',
      cell: ({ name }) => displayName(name),
      sortValue: LISTING_ORDERS.title.of,
    },
    textColumn('type', 'Property Type', 90, (listing) => listing.propertyType),
    textColumn('sale', 'Listing Type', 58, (listing) => listing.saleType),
    textColumn('bhk', 'BHK Type', 56, (listing) => listing.bhk),
    {
      id: 'listed',
      header: 'Date Listed',
      width: 72,
      onCard: 'more',
      cell: ({ createdAt }) => formatDate(createdAt),
      sortValue: LISTING_ORDERS.listed.of,
    },
    {
      id: 'owner',
      header: 'Listed By',
      width: 92,
      canGrow: true,
      onCard: 'more',
      cell: ({ ownerName }) => displayName(ownerName),
      sortValue: ({ ownerName }) => sortKeyOf(ownerName),
    },
    {
      id: 'location',
      header: 'Location',
      width: widths.location,
      canGrow: true,
      onCard: 'lead',
      cell: formatLocation,
      sortValue: ({ city, pincode }) => sortKeyOf([city, pincode].filter(Boolean).join(', ')),
    },
    textColumn('furnishing', 'Furnishing Status', 86, (listing) => listing.furnishing),
    {
      id: 'price',
      header: 'Listed Price',
      width: 122, // '₹2,05,000 / month' in one line
      align: 'end',
      // Pinned, so that it is in view beside the status at 1366 px and beside long titles.
      isPinned: true,
      canPin: true,
      onCard: 'first',
      cell: formatListedPrice,
      sortValue: LISTING_ORDERS.price.of,
    },
    {
      id: 'rent',
      header: 'Rent Amount',
      width: 64,
      align: 'end',
      onCard: 'more',
      // Always '-' (specification, section 2); Listed Price and the details show the rent.
      cell: () => MISSING_VALUE,
    },
    {
      id: 'bid',
      header: 'Starting Bid Price',
      width: 116,
      touchWidth: 164,
      align: 'end',
      onCard: 'more',
      cell: (listing) => <BidCell listing={listing} />,
      sortValue: ({ startingBid }) => startingBid,
    },
    {
      id: 'status',
      header: 'Property Status',
      width: 99,
      touchWidth: 208,
      holdsControl: true,
      // Pinned, like the select, so that both are in view at any horizontal scroll position.
      isPinned: true,
      canPin: true,
      isWide: true,
      onCard: 'lead',
      cell: (listing, syncStatus) =>
        syncStatus?.kind === 'saving' ? (
          <SavingStatusLine status={syncStatus.to} />
        ) : (
          <ListingStatusLine
            listing={listing}
            status={listing.status}
            syncStatus={syncStatus}
            onUndo={undo}
          />
        ),
      // The waiting ones by their due times; a bare backend has none.
      sortValue: ({ status, dueAt, resubmittedAt, createdAt }) =>
        `${STATUS_LABELS[status]} ${dueAt ?? resubmittedAt ?? createdAt ?? ''}`,
    },
    {
      id: 'action',
      header: 'Action',
      width: 104,
      touchWidth: 132,
      holdsControl: true,
      isScreenOnly: true,
      isPinned: true,
      canPin: true,
      cell: (listing, syncStatus) => (
        <StatusSelect
          listing={listing}
          saving={syncStatus?.kind === 'saving' ? syncStatus.to : null}
          isLeaving={syncStatus?.isLeaving ?? false}
          decide={decide}
        />
      ),
    },
    {
      id: 'delete',
      header: 'Delete Property',
      width: 84,
      touchWidth: 124,
      holdsControl: true,
      isScreenOnly: true,
      cell: (listing, syncStatus) => (
        <DeleteButton
          listing={listing}
          isLeaving={syncStatus?.isLeaving ?? false}
          onRequest={requestDelete}
        />
      ),
    },
  ]
  return columns.filter(
    ({ id }) => (id !== 'action' || mayDecide) && (id !== 'delete' || mayDelete),
  )
}

type ReadText = (row: Listing) => string | null

function textColumn(id: string, header: string, width: number, read: ReadText): ListingColumn {
  const cell = (row: Listing) => displayValue(read(row))
  const sortValue = (row: Listing) => sortKeyOf(read(row))
  return { id, header, width, onCard: 'more', cell, sortValue }
}
