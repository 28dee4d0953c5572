import { isOnlyLet } from '#src/domain/listing/asking-price.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { formatRupees } from '#src/domain/money.ts'
import type { Fact } from '#src/ui/record/details.tsx'
import { AuctionEnd } from './bid-cell.tsx'

/** The amounts of the listing's deal, the leading one first. What only other deals have is left out. */
export function listDealFacts(listing: Listing): readonly Fact[] {
  const { price, rent, startingBid, auctionEndsAt } = listing
  const isAuction = startingBid !== null || auctionEndsAt !== null
  return [
    ...factIf(!isOnlyLet(listing), ['Listed price', formatRupees(price)]),
    ...factIf(rent !== null, ['Monthly rent', formatRupees(rent)]),
    ...factIf(isAuction, ['Starting bid', formatRupees(startingBid)]),
    ...factIf(isAuction, ['Auction ends', <AuctionEnd key="end" endsAt={auctionEndsAt} />]),
  ]
}

export function factIf(isSo: boolean, fact: Fact): readonly Fact[] {
  return isSo ? [fact] : []
}
