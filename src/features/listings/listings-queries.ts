import { listListingChanges, listListings } from '#src/api/admin-api.ts'
import type { Listing } from '#src/domain/listing.ts'
import { applyListingDelta, type ListingDelta, shareListings } from '#src/domain/listing-delta.ts'
import type { DeltaSource } from '#src/sync/saved-read.ts'
import { useSavedRead } from '#src/sync/use-saved-read.ts'

const CHANGES: DeltaSource<readonly Listing[], ListingDelta> = {
  read: listListingChanges,
  apply: applyListingDelta,
  share: shareListings,
}

export function useListings() {
  return useSavedRead('listings', listListings, CHANGES)
}
