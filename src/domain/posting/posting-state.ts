import type { ListingStatus } from '#src/domain/listing/listing.ts'

// The state of an owner's listing, and the actions that each state allows. It combines `status`, the
// operator's decision, with the seller's state.

/** Days from the approval until a listing expires, unless its owner renews it. */
export const LISTING_DAYS = 90
const DAY_MS = 86_400_000

/** When an approval or a renewal at `now` ends. */
export function endOfApproval(now: Date): string {
  return new Date(now.getTime() + LISTING_DAYS * DAY_MS).toISOString()
}

/** Days from the approval until the owner is reminded of the expiry. */
export const REMINDER_DAY = 83

export const SELLER_STATES = ['draft', 'posted', 'sold', 'withdrawn', 'expired'] as const
export type SellerState = (typeof SELLER_STATES)[number]

export const POSTING_STATES = [
  'draft',
  'in-review',
  'live',
  'changes-needed',
  'rejected',
  'sold',
  'withdrawn',
  'expired',
] as const
export type PostingState = (typeof POSTING_STATES)[number]

export const POSTING_STATE_LABELS: Readonly<Record<PostingState, string>> = {
  draft: 'Draft',
  'in-review': 'In review',
  live: 'Live',
  'changes-needed': 'Changes needed',
  rejected: 'Rejected',
  sold: 'Sold or let',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

export const POSTING_ACTIONS = ['edit', 'submit', 'withdraw', 'sold', 'renew', 'delete'] as const
export type PostingAction = (typeof POSTING_ACTIONS)[number]

export interface PostingSituation {
  sellerState: SellerState
  /** Null for a draft and a withdrawn listing, which the operator does not see. */
  status: ListingStatus | null
  /** Whether the operator, with a rejection, invited the owner to correct the listing. */
  isInvited: boolean
  /** Whether an earlier version was approved. That version stays public while a newer version is reviewed. */
  hasApprovedVersion: boolean
}

const STATE_OF_STATUS: Readonly<Record<ListingStatus, PostingState>> = {
  pending: 'in-review',
  approved: 'live',
  rejected: 'rejected',
}

export function postingStateOf({ sellerState, status, isInvited }: PostingSituation): PostingState {
  if (sellerState === 'posted' && status === 'rejected' && isInvited) return 'changes-needed'
  return sellerState === 'posted' ? STATE_OF_STATUS[status ?? 'pending'] : sellerState
}

/** Whether buyers can see a version of the listing. */
export function isPostingLive(situation: PostingSituation): boolean {
  return situation.sellerState === 'posted' && isApproved(situation)
}

const ACTIONS: Readonly<Record<PostingState, readonly PostingAction[]>> = {
  draft: ['edit', 'submit', 'delete'],
  'in-review': ['edit', 'submit', 'withdraw', 'sold', 'renew'],
  live: ['edit', 'submit', 'withdraw', 'sold', 'renew'],
  'changes-needed': ['edit', 'submit', 'withdraw'],
  rejected: ['edit', 'submit', 'withdraw'],
  sold: ['withdraw', 'renew'],
  withdrawn: ['edit', 'submit', 'delete'],
  expired: ['edit', 'submit', 'withdraw', 'renew'],
}

/** Actions that need an approved version. Renewing publishes that version again, without a review. */
const NEEDS_APPROVAL: ReadonlySet<PostingAction> = new Set(['sold', 'renew'])

export function listPostingActions(situation: PostingSituation): PostingAction[] {
  return ACTIONS[postingStateOf(situation)].filter(
    (action) => isApproved(situation) || !NEEDS_APPROVAL.has(action),
  )
}

/** Whether an approval applies. It stays valid while a newer version waits for review, until a rejection. */
function isApproved({ status, hasApprovedVersion }: PostingSituation): boolean {
  return status === 'approved' || (status === 'pending' && hasApprovedVersion)
}
