import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { SavedRead } from './cached-reads.ts'
import { savedReadKey } from './saved-read-key.ts'
import { useReadParts } from './use-saved-read.ts'

export interface SeenListing {
  listing: Listing
  /** The last confirmation before the read that contained it. */
  ackedBefore: number
}

export interface SeenBoard {
  listings: readonly Listing[]
  /** The last confirmation before the read that contained them. */
  ackedBefore: number
}

/** The listings of the board; null if it has not been read. */
export function findBoard(client: QueryClient, userId: string | null): SeenBoard | null {
  const board = client.getQueryData<SavedRead<Dashboard>>(savedReadKey(userId, 'dashboard'))
  return board ? { listings: board.value.listings, ackedBefore: board.ackedBefore } : null
}

/** The listings of the board, so that a view opened from the board does not wait for the full list. */
export function useSeenBoard(): SeenBoard | null {
  const { user } = useReadParts()
  return findBoard(useQueryClient(), user.findUserId())
}

/** A listing from the board's data, for a device that may lack the full list. */
export function useSeenListing(id: string): SeenListing | null {
  const board = useSeenBoard()
  const listing = board?.listings.find((one) => one.id === id)
  return board && listing ? { listing, ackedBefore: board.ackedBefore } : null
}

/** A listing from the data on this device, without a request for the full list. */
export function useSavedListing(id: string): Listing | undefined {
  const { user } = useReadParts()
  const listings = useQueryClient().getQueryData<SavedRead<readonly Listing[]>>(
    savedReadKey(user.findUserId(), 'listings'),
  )
  const seen = useSeenListing(id)
  return listings?.value.find((one) => one.id === id) ?? seen?.listing
}
