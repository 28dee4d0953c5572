import { useQueryClient } from '@tanstack/react-query'
import type { Dashboard } from '#src/domain/dashboard.ts'
import type { Listing } from '#src/domain/listing.ts'
import type { SavedRead } from './cached-reads.ts'
import { savedReadKey } from './saved-read-key.ts'
import { useSyncParts } from './use-sync.ts'

export interface SeenListing {
  listing: Listing
  /** Of the read that it was seen in. */
  ackedBefore: number
}

/** A listing as the board showed it: details opened from there need no list of all, which may not be on the device. */
export function useSeenListing(id: string): SeenListing | null {
  const { user } = useSyncParts()
  const client = useQueryClient()
  const board = client.getQueryData<SavedRead<Dashboard>>(
    savedReadKey(user.findUserId(), 'dashboard'),
  )
  const listing = board?.value.listings.find((one) => one.id === id)
  return board && listing ? { listing, ackedBefore: board.ackedBefore } : null
}
