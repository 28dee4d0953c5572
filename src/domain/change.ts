import type { ListingStatus } from './listing.ts'

// A change is what the operator decided about a listing and the server has not confirmed yet.

/** Raised when the shape of a stored change changes; older ones are upcast, newer ones left untouched. */
export const CHANGE_FORMAT = 1

/**
 * waiting: on the device, due for sending. sending: claimed by a drain. parked: the server refused it, a person is
 * needed. conflict: someone else moved the listing first. acked: the server said yes, the saved copies may lag behind.
 */
export const CHANGE_STATES = ['waiting', 'sending', 'parked', 'conflict', 'acked'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** What the operator wants: a status, or the listing gone. */
export type ChangeAction = { kind: 'status'; to: ListingStatus } | { kind: 'delete' }

/** Where the operator decided: the board and the table have success messages of their own (section 8). */
export type ChangeOrigin = 'board' | 'table'

export interface ChangeError {
  /** HTTP status of the answer; null when none came. */
  status: number | null
  /** The server's word for what is wrong, when it gave one. */
  code: string | null
  /** A sentence for the operator. */
  message: string
}

/** The other side of a conflict: what the server has now. No more of the listing than that is kept. */
export interface ChangeConflict {
  status: ListingStatus | null
  version: number | null
  changedAt: string | null
  device: string | null
}

export interface Change {
  /** Order of queueing on this device; never a clock. */
  seq: number
  /** The Idempotency-Key, made when the change was queued and never again. */
  key: string
  format: number
  /** Whose change it is; it is never sent with another person's token. */
  userId: string
  listingId: string
  listingName: string | null
  action: ChangeAction
  origin: ChangeOrigin
  /** The status when the change was queued: what Undo of a sent change goes back to. */
  from: ListingStatus
  /** The version the operator saw, sent as If-Match; null on a bare backend. */
  baseVersion: number | null
  state: ChangeState
  /** How often it was sent; 0 means never, and only then can it be folded or undone in place. */
  tries: number
  /** Epoch milliseconds before which it is not tried again. */
  notBefore: number
  /** Counts the claims, so that the answer of an overtaken drain is recognised and ignored. */
  fence: number
  /** Epoch milliseconds until which a claim holds. */
  leasedUntil: number
  lastError: ChangeError | null
  conflict: ChangeConflict | null
  /** Position among the confirmations of this device; a read begun after it has seen the change. */
  ackedAs: number | null
  /** The listing's version after the change, when the server told it. */
  ackedVersion: number | null
  /** Epoch milliseconds, for display only. */
  queuedAt: number
}

/** Never sent: it can be taken back or folded without the server ever hearing of it. */
export function isUnsent(change: Change): boolean {
  return change.state === 'waiting' && change.tries === 0
}

/** Waits for a person: refused, or overtaken by someone else. */
export function needsPerson(change: Change): boolean {
  return change.state === 'parked' || change.state === 'conflict'
}

/** Whether anything is being sent or will be in a moment; what waits behind a change that needs a person is not. */
export function isAnyOnItsWay(changes: readonly Change[], nowMs: number): boolean {
  const stuck = new Set(changes.filter(needsPerson).map(({ listingId }) => listingId))
  return changes.some(({ state, notBefore, listingId }) => {
    if (state === 'sending') return true
    return state === 'waiting' && notBefore <= nowMs && !stuck.has(listingId)
  })
}

export interface ChangeCounts {
  waiting: number
  sending: number
  needsYou: number
}

export function countChanges(changes: readonly Change[]): ChangeCounts {
  return {
    waiting: changes.filter((change) => change.state === 'waiting').length,
    sending: changes.filter((change) => change.state === 'sending').length,
    needsYou: changes.filter(needsPerson).length,
  }
}

/**
 * What queueing an action does to the newest unsent change of the same listing (architecture: two unsent changes fold
 * into one): it may replace that change's action, cancel it out, or stand beside it.
 */
export function foldAction(
  unsent: Pick<Change, 'action' | 'from'>,
  next: ChangeAction,
): { fold: 'replace'; action: ChangeAction } | { fold: 'cancel' } {
  if (next.kind === 'delete') return { fold: 'replace', action: next }
  if (next.to === unsent.from) return { fold: 'cancel' }
  return { fold: 'replace', action: next }
}
