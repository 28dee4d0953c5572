import type { ListingStatus } from './listing.ts'

// What the operator can decide about a listing, and how decisions that were never sent become one.

/** What the operator wants: a status, or the listing gone. */
export type ListingAction = { kind: 'status'; to: ListingStatus } | { kind: 'delete' }

/** Two unsent decisions are one: the later one, or none at all (null) when it leads back to `from`. */
export function foldListingAction(from: ListingStatus, next: ListingAction): ListingAction | null {
  return next.kind === 'status' && next.to === from ? null : next
}

/** Whether what is on its way already, or else what the screen shows, is what the operator asks for again. */
export function isListingActionWanted(
  pending: ListingAction | null,
  from: ListingStatus,
  next: ListingAction,
): boolean {
  const wanted: ListingAction = pending ?? { kind: 'status', to: from }
  if (wanted.kind === 'delete' || next.kind === 'delete') return wanted.kind === next.kind
  return wanted.to === next.to
}
