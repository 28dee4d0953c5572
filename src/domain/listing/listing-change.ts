import type { ListingStatus } from './listing.ts'

// The operator's decisions about a listing, and how unsent decisions are folded into one.

/** The operator's decision: a new status, or a delete. */
export type ListingAction = { kind: 'status'; to: ListingStatus } | { kind: 'delete' }

/** Folds two unsent decisions: the later one wins, or null when it leads back to `from`. */
export function foldListingAction(from: ListingStatus, next: ListingAction): ListingAction | null {
  return next.kind === 'status' && next.to === from ? null : next
}

/** Whether `next` repeats the pending decision or, without one, the status on the screen. */
export function isListingActionWanted(
  pending: ListingAction | null,
  from: ListingStatus,
  next: ListingAction,
): boolean {
  const wanted: ListingAction = pending ?? { kind: 'status', to: from }
  if (wanted.kind === 'delete' || next.kind === 'delete') return wanted.kind === next.kind
  return wanted.to === next.to
}
