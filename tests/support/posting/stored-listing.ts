import { openListings } from '#src/outbox/kinds/posting/page-listings.ts'
import type { ListingContent } from '#src/outbox/kinds/posting/unsent-listings.ts'

/** Stores a listing on this device as its owner has written it. */
export async function storeListing(userId: string, id: string, content: ListingContent) {
  return openListings(userId).edit(id, () => content, { content, mark: null })
}
