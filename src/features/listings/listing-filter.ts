import { isOnTab, type Listing, SALE_TABS, type SaleTab } from '#src/domain/listing.ts'
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
export function countByTab(listings: readonly Listing[]): Record<SaleTab, number> {
  const counts = { all: 0, sell: 0, rent: 0, auction: 0 }
  for (const listing of listings) {
    for (const tab of SALE_TABS) if (isOnTab(listing, tab)) counts[tab] += 1
  }
  return counts
}

/** The tab that a word of the address names; anything else is All. */
export function parseTab(word: string): SaleTab {
  return SALE_TABS.find((tab) => tab === word) ?? 'all'
}
