import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { isOnlyLet } from '#src/domain/listing/asking-price.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { formatRupees } from '#src/domain/money.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { AuctionEnd } from '#src/features/listings/details/bid-cell.tsx'
import type { Fact } from '#src/ui/record/details.tsx'

/**
 * The facts for a decision. A field that only some kinds of listing have is left out for the others. Any other missing
 * value is shown as missing.
 */
export function listReviewFacts(listing: Listing): readonly Fact[] {
  const { startingBid, auctionEndsAt, rent, boostedUntil } = listing
  const isAuction = startingBid !== null || auctionEndsAt !== null
  return [
    ['Listing type', displayValue(listing.saleType)],
    ['Property type', displayValue(listing.propertyType)],
    ['BHK type', displayValue(listing.bhk)],
    ['Furnishing', displayValue(listing.furnishing)],
    ...some(rent !== null && !isOnlyLet(listing), ['Monthly rent', formatRupees(rent)]),
    ...some(isAuction, ['Starting bid', formatRupees(startingBid)]),
    ...some(isAuction, ['Auction ends', <AuctionEnd key="end" endsAt={auctionEndsAt} />]),
    ['Listed by', displayName(listing.ownerName)],
    ['Date listed', formatDateTime(listing.createdAt)],
    ...some(boostedUntil !== null, ['Boosted until', formatDate(boostedUntil)]),
  ]
}

function some(isSo: boolean, fact: Fact): readonly Fact[] {
  return isSo ? [fact] : []
}
