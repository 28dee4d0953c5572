import type { Listing } from './listing.ts'

// An assignment says who should decide about a listing. Unlike a claim it has no end of its own, and says nothing about who
// has the listing open. It never stops a decision.

/** What became of a call. */
export interface AssignedListings {
  /** Those that have this person now, in the order of the call. */
  listingIds: string[]
  /** Those that were decided meanwhile. */
  decided: string[]
  /** Those that are not on the list any more. */
  gone: string[]
}

type Assigned = Pick<Listing, 'status'> & Partial<Pick<Listing, 'assigneeId'>>

/** The person who should decide about the listing; null for nobody, and for a listing that is decided. */
export function assigneeOf({ status, assigneeId }: Assigned): string | null {
  return status === 'pending' ? (assigneeId ?? null) : null
}
