import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listListingChanges, listListings } from '#src/api/sections/listings-api.ts'
import { isShareOutdated, type RemovedListings } from '#src/domain/listing/device-share.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  applyListingDelta,
  joinRemoved,
  type ListingDelta,
  shareListings,
} from '#src/domain/listing/listing-delta.ts'
import {
  type SavedReadSource,
  savedReadQuery,
  useReadParts,
  useSavedRead,
} from './use-saved-read.ts'
import { findBoard } from './use-seen-listing.ts'

/**
 * All listings or, of more than a device holds, its share, updated by deltas. The board of a bare backend has all of them too: 10,000 equal rows take 2 MB once
 * instead of twice.
 */
export const LISTINGS: SavedReadSource<readonly Listing[], ListingDelta> = {
  name: 'listings',
  read: listListings,
  delta: {
    read: listListingChanges,
    apply: applyListingDelta,
    share: shareListings,
    joinRemoved,
    isOutdated: isShareOutdated,
  },
  findKnown: (client, userId) => findBoard(client, userId)?.listings,
}

/** What was deleted since the share was read, for listings that a screen has from elsewhere. Does not request the list. */
export function useRemovedListings(): RemovedListings | null {
  const parts = useReadParts()
  const { data } = useQuery({
    ...savedReadQuery(LISTINGS, parts, useQueryClient()),
    enabled: false,
  })
  return data?.removed ?? null
}

export function useListings() {
  return useSavedRead(LISTINGS)
}
