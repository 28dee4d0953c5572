import { createContext, useContext } from 'react'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { ListingSyncStatus } from '#src/outbox/overlay/overlay.ts'

/**
 * The actions of the table's cells. The object is memoised, because a new object re-renders the cells that use it, in
 * every row.
 */
export interface ListingRowActions {
  open: (listingId: string) => void
  mayDecide: boolean
  mayDelete: boolean
  requestDelete: (listing: Listing) => void
  undo: (change: Change) => Promise<boolean>
}

// Two contexts, so that a changed sync status does not re-render cells that use only the actions, such as the video.
export const ListingRowContext = createContext<ListingRowActions | null>(null)
export const ListingSyncStatusesContext = createContext<ReadonlyMap<string, ListingSyncStatus>>(
  new Map(),
)

export function useListingRow(): ListingRowActions {
  const actions = useContext(ListingRowContext)
  if (!actions) throw new Error('useListingRow needs a ListingRowContext around it')
  return actions
}

/** The sync status of a listing's change; undefined without one. */
export function useListingSyncStatus(id: string): ListingSyncStatus | undefined {
  return useContext(ListingSyncStatusesContext).get(id)
}
