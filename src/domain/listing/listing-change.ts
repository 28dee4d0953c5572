import type { ListingStatus } from './listing.ts'
import type { GivenReason } from './rejection-reason.ts'

// The operator's decisions about a listing and their reasons, and how unsent changes are folded into one.

/** A new status, or a delete. */
export type ListingDecision = { kind: 'status'; to: ListingStatus } | { kind: 'delete' }

/** A decision, or the reason for a rejection. A reason is sent after its status change, whose key is `changeKey`. */
export type ListingAction = ListingDecision | ({ kind: 'reason' } & GivenReason)

/** The action to send after `next` replaces an unsent one: `next`, or none (null) if it restores the status `from`. */
export function foldListingAction(from: ListingStatus, next: ListingAction): ListingAction | null {
  return next.kind === 'status' && next.to === from ? null : next
}

/** Whether `next` repeats the pending action or, if no action is pending, chooses the current status `from`. */
export function isListingActionRedundant(
  pending: ListingAction | null,
  from: ListingStatus,
  next: ListingAction,
): boolean {
  const wanted: ListingAction = pending ?? { kind: 'status', to: from }
  if (wanted.kind === 'status' && next.kind === 'status') return wanted.to === next.to
  if (wanted.kind === 'reason' && next.kind === 'reason') return isSameReason(wanted, next)
  return wanted.kind === next.kind
}

function isSameReason(one: GivenReason, other: GivenReason): boolean {
  return (
    one.code === other.code && one.note === other.note && one.changesNeeded === other.changesNeeded
  )
}
