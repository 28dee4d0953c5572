import { formatDate } from '#src/domain/dates.ts'
import { formatLocation, type Listing, STATUS_LABELS } from '#src/domain/listing.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayId, displayName, displayValue, MISSING_VALUE } from '#src/domain/text.ts'
import type { DataColumn } from '#src/ui/data-columns.ts'
import { BidCell } from './bid-cell.tsx'
import { DeleteCell, StatusCell, StatusSelectCell } from './decision-cells.tsx'
import { VideoCell } from './video-cell.tsx'

type Column = DataColumn<Listing>

/** The sixteen columns of Property Management in their literal order (specification, section 2). */
export const LISTING_COLUMNS: readonly Column[] = [
  {
    id: 'id',
    header: 'ID',
    width: 104,
    onCard: 'more',
    cell: ({ id }) => <span className="cell-id">{displayId(id)}</span>,
    sortValue: ({ id }) => displayId(id),
  },
  {
    id: 'video',
    header: 'Property Video',
    width: 128,
    onCard: 'more',
    cell: (listing) => <VideoCell listing={listing} />,
  },
  {
    id: 'title',
    header: 'Property Title',
    width: 260,
    sticky: 'start',
    onCard: 'more',
    cell: ({ name }) => displayName(name),
    sortValue: ({ name }) => name,
  },
  textColumn('type', 'Property Type', (listing) => listing.propertyType),
  textColumn('sale', 'Listing Type', (listing) => listing.saleType),
  textColumn('bhk', 'BHK Type', (listing) => listing.bhk),
  {
    id: 'listed',
    header: 'Date Listed',
    width: 120,
    onCard: 'more',
    cell: ({ createdAt }) => formatDate(createdAt),
    sortValue: ({ createdAt }) => (createdAt ? Date.parse(createdAt) : null),
  },
  {
    id: 'owner',
    header: 'Listed By',
    width: 180,
    onCard: 'more',
    cell: ({ ownerName }) => displayName(ownerName),
    sortValue: ({ ownerName }) => ownerName,
  },
  {
    id: 'location',
    header: 'Location',
    width: 180,
    onCard: 'lead',
    cell: formatLocation,
    sortValue: ({ city, pincode }) => [city, pincode].filter(Boolean).join(', ') || null,
  },
  textColumn('furnishing', 'Furnishing Status', (listing) => listing.furnishing),
  {
    id: 'price',
    header: 'Listed Price',
    align: 'end',
    onCard: 'first',
    cell: ({ price }) => formatRupees(price),
    sortValue: ({ price }) => price,
  },
  {
    id: 'rent',
    header: 'Rent Amount',
    width: 120,
    align: 'end',
    onCard: 'more',
    // Literal on every row (specification, section 2); the details have the rent.
    cell: () => MISSING_VALUE,
  },
  {
    id: 'bid',
    header: 'Starting Bid Price',
    width: 164,
    align: 'end',
    onCard: 'more',
    cell: (listing) => <BidCell listing={listing} />,
    sortValue: ({ startingBid }) => startingBid,
  },
  {
    id: 'status',
    header: 'Property Status',
    width: 272,
    isWide: true,
    onCard: 'lead',
    cell: (listing) => <StatusCell listing={listing} />,
    sortValue: ({ status }) => STATUS_LABELS[status],
  },
  {
    id: 'action',
    header: 'Action',
    width: 152,
    // The status can be read and set wherever the table was scrolled to.
    sticky: 'end',
    cell: (listing) => <StatusSelectCell listing={listing} />,
  },
  {
    id: 'delete',
    header: 'Delete Property',
    width: 148,
    cell: (listing) => <DeleteCell listing={listing} />,
  },
]

function textColumn(id: string, header: string, read: (row: Listing) => string | null): Column {
  return {
    id,
    header,
    onCard: 'more',
    cell: (row) => displayValue(read(row)),
    sortValue: read,
  }
}
