import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { formatLocation, type Listing } from '#src/domain/listing.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { Details } from '#src/ui/details.tsx'
import { AuctionEnd } from './bid-cell.tsx'
import { CopyableId } from './copyable-id.tsx'

/** Everything the server tells of a listing, also what the table leaves out. */
export function ListingDetails({ listing }: { listing: Listing }) {
  const facts = [
    ['Listed price', formatRupees(listing.price)],
    ['Rent a month', formatRupees(listing.rent)],
    ['Starting bid', formatRupees(listing.startingBid)],
    ['Auction ends', <AuctionEnd key="end" endsAt={listing.auctionEndsAt} />],
    ['Property type', displayValue(listing.propertyType)],
    ['Listing type', displayValue(listing.saleType)],
    ['BHK type', displayValue(listing.bhk)],
    ['Furnishing', displayValue(listing.furnishing)],
    ['Location', formatLocation(listing)],
    ['Listed by', displayName(listing.ownerName)],
    ['Date listed', formatDateTime(listing.createdAt)],
    ['Last updated', formatDateTime(listing.updatedAt)],
    ['Boosted until', formatDate(listing.boostedUntil)],
    ['ID', <CopyableId key="id" id={listing.id} />],
  ] as const
  return <Details facts={facts} />
}
