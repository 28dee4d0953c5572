import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { readListing } from '#src/api/sections/listings-api.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { applyListingDelta } from '#src/domain/listing/listing-delta.ts'
import type { SavedRead } from './cached-reads.ts'
import { savedReadKey } from './saved-read-key.ts'
import { useReadParts } from './use-saved-read.ts'

type Listings = SavedRead<readonly Listing[]>

/**
 * Reads a listing that is not in this device's share, and adds it to the copy, which has what was viewed until the share is
 * read again.
 */
export function useOutsideListing(id: string, isWanted: boolean) {
  const { user } = useReadParts()
  const client = useQueryClient()
  const userId = user.findUserId()
  const query = useQuery({
    queryKey: ['listing', userId, id, 'outside-listing'], // the log names the last part
    enabled: isWanted,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const key = savedReadKey(userId, 'listings')
      const cursor = client.getQueryData<Listings>(key)?.cursor
      const listing = await readListing(id, signal)
      addToShare(client, key, { listing, cursor })
      return listing
    },
  })
  const failure = query.error instanceof ApiError ? query.error : null
  const listing = failure?.status === 404 ? undefined : query.data // it was deleted since it was read
  return { listing, failure, isReading: query.isFetching, refetch: query.refetch }
}

/** A copy that was refreshed meanwhile may know that the listing is gone. */
function addToShare(
  client: QueryClient,
  key: ReturnType<typeof savedReadKey>,
  { listing, cursor }: { listing: Listing; cursor: string | null | undefined },
): void {
  const state = client.getQueryState<Listings>(key)
  if (!state?.data?.partOf || state.data.cursor !== cursor) return
  const value = applyListingDelta(state.data.value, { rows: [listing], removed: [] })
  // The copy as a whole is no newer than before.
  client.setQueryData<Listings>(key, { ...state.data, value }, { updatedAt: state.dataUpdatedAt })
}
