import { formatRupees } from '#src/domain/money.ts'
import type { Listing } from './listing.ts'

/** The asking price; for a listing that is only for rent, the rent: '₹25,000 a month'. A missing price is '-'. */
export function priceLabel(listing: Pick<Listing, 'price' | 'rent'>): string {
  return isOnlyLet(listing) ? `${formatRupees(listing.rent)} a month` : formatRupees(listing.price)
}

/** What leads on a card: the asking price or the rent, else the lowest bid of an auction. A missing amount is '-'. */
export function leadingAmount(listing: Pick<Listing, 'price' | 'rent' | 'startingBid'>): string {
  if (isOnlyLet(listing)) return priceLabel(listing)
  return formatRupees(listing.price ?? listing.startingBid)
}

/** Whether the listing is only for rent, so that its price is the rent. */
export function isOnlyLet({ price, rent }: Pick<Listing, 'price' | 'rent'>): boolean {
  return rent !== null && (price === null || price === rent)
}
