import { createContext, useContext } from 'react'
import type { Change } from '#src/domain/change.ts'
import type { Listing, ListingStatus } from '#src/domain/listing.ts'
import type { ListingMark } from '#src/outbox/overlay/overlay.ts'

/** What the cells of the table can do beyond showing their listing; the same as long as the table is there. */
export interface ListingRowActions {
  open: (listingId: string) => void
  /** Settles when the decision is kept on this device; with null when it could not be, which was told. */
  decide: (listing: Listing, to: ListingStatus) => Promise<object | null>
  askToDelete: (listing: Listing) => void
  undo: (change: Change) => Promise<boolean>
}

// Two contexts: a mark that comes or goes draws the cells that show marks, and nothing else of the rows.
export const ListingRowContext = createContext<ListingRowActions | null>(null)
export const ListingMarksContext = createContext<ReadonlyMap<string, ListingMark>>(new Map())

export function useListingRow(): ListingRowActions {
  const actions = useContext(ListingRowContext)
  if (!actions) throw new Error('useListingRow needs a ListingRowContext around it')
  return actions
}

/** What is happening to a listing's change, if anything is. */
export function useListingMark(id: string): ListingMark | undefined {
  return useContext(ListingMarksContext).get(id)
}
