import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  SALE_TABS,
  type SaleTab,
  saleTabOf,
} from '#src/domain/listing/listing.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'
import { listListingTexts } from '#src/domain/query/search-texts.ts'
import { findWords } from '#src/domain/text.ts'

/** Listings with every word of the text in their name, owner, the owner's phone or e-mail, city, pincode or id. */
export function searchListings(listings: readonly Listing[], text: string): readonly Listing[] {
  return findWords(listings, text, listListingTexts)
}

export const countByStatus = oncePerList(
  (listings: readonly Listing[]): Record<ListingStatus, number> => {
    const counts = { pending: 0, approved: 0, rejected: 0 }
    for (const { status } of listings) counts[status] += 1
    return counts
  },
)

/** The status in the URL; null, which means all statuses, for any other text. */
export function parseStatus(word: string): ListingStatus | null {
  return LISTING_STATUSES.find((status) => status === word) ?? null
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

/** The tab in the URL; All for any other text. */
export function parseTab(word: string): SaleTab {
  return SALE_TABS.find((tab) => tab === word) ?? 'all'
}
