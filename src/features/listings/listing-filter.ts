import { isOnTab, type Listing, SALE_TABS, type SaleTab, saleTabOf } from '#src/domain/listing.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'
import { findWords } from '#src/domain/text.ts'

/** Listings that have every word of the text in their name, owner, city, pincode or id. */
export function searchListings(listings: readonly Listing[], text: string): readonly Listing[] {
  return findWords(listings, text, ({ name, ownerName, city, pincode, id }) => [
    name,
    ownerName,
    city,
    pincode,
    id,
  ])
}

/** How many of the listings each tab would show. */
export const countByTab = oncePerList((listings: readonly Listing[]): Record<SaleTab, number> => {
  const counts = { all: listings.length, sell: 0, rent: 0, auction: 0 }
  for (const listing of listings) {
    const tab = saleTabOf(listing)
    if (tab) counts[tab] += 1
  }
  return counts
})

/** Those that a tab shows; under All the list itself. */
export function filterByTab(listings: readonly Listing[], tab: SaleTab): readonly Listing[] {
  return tab === 'all' ? listings : listings.filter((listing) => isOnTab(listing, tab))
}

/** The tab that a word of the address names; anything else is All. */
export function parseTab(word: string): SaleTab {
  return SALE_TABS.find((tab) => tab === word) ?? 'all'
}
