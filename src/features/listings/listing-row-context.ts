import { createContext, useContext } from 'react'
import type { Change } from '#src/domain/change.ts'
import type { Listing, ListingStatus } from '#src/domain/listing.ts'
import type { ListingMark } from '#src/sync/overlay.ts'

/** What the cells of the table need beyond their listing. It lets the columns be constant, so typing does not re-sort. */
export interface ListingRowParts {
  marks: ReadonlyMap<string, ListingMark>
  open: (listingId: string) => void
  decide: (listing: Listing, to: ListingStatus) => void
  askToDelete: (listing: Listing) => void
  undo: (change: Change) => Promise<boolean>
}

export const ListingRowContext = createContext<ListingRowParts | null>(null)

export function useListingRow(): ListingRowParts {
  const parts = useContext(ListingRowContext)
  if (!parts) throw new Error('useListingRow needs a ListingRowContext around it')
  return parts
}
