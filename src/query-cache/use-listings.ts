import { listListingChanges, listListings } from '#src/api/admin-api.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  applyListingDelta,
  type ListingDelta,
  shareListings,
} from '#src/domain/listing/listing-delta.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** All listings, updated by deltas. */
export const LISTINGS: SavedReadSource<readonly Listing[], ListingDelta> = {
  name: 'listings',
  read: listListings,
  delta: { read: listListingChanges, apply: applyListingDelta, share: shareListings },
}

export function useListings() {
  return useSavedRead(LISTINGS)
}
