import type { ListingStatus } from './listing.ts'
import type { ChosenReason, GivenReason } from './rejection-reason.ts'

// The operator's decisions about a listing and their reasons, and how unsent changes are folded into one.

/** A new status, or a delete. A rejection may have its reason: both are one change. */
export type ListingDecision =
  | { kind: 'status'; to: ListingStatus; reason?: ChosenReason }
  | { kind: 'delete' }

/** A decision, or the reason for an earlier rejection, whose key is `changeKey`. */
export type ListingAction = ListingDecision | ({ kind: 'reason' } & GivenReason)

/**
 * The action to send after `next` replaces an unsent one: `next`, or none (null) if it restores the status `from` and gives
 * no reason.
 */
export function foldListingAction(from: ListingStatus, next: ListingAction): ListingAction | null {
  return next.kind === 'status' && next.to === from && !next.reason ? null : next
}

/** Whether `next` repeats the pending action or, if no action is pending, chooses the current status `from`. */
export function isListingActionRedundant(
  pending: ListingAction | null,
  from: ListingStatus,
  next: ListingAction,
): boolean {
  const wanted: ListingAction = pending ?? { kind: 'status', to: from }
  if (wanted.kind === 'status' && next.kind === 'status')
    return wanted.to === next.to && addsNoReason(wanted.reason, next.reason)
  if (wanted.kind === 'reason' && next.kind === 'reason') return isSameReason(wanted, next)
  return wanted.kind === next.kind
}

function addsNoReason(known: ChosenReason | undefined, next: ChosenReason | undefined): boolean {
  return !next || (known !== undefined && isSameReason(known, next))
}

function isSameReason(one: ChosenReason, other: ChosenReason): boolean {
  return (
    one.code === other.code && one.note === other.note && one.changesNeeded === other.changesNeeded
  )
}
