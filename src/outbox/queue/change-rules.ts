import { believedMoment, CHANGE_FORMAT, type Change, needsPerson } from '#src/domain/change.ts'
import type {
  ChangeDraft,
  Confirmed,
  FreshFields,
  Stuck,
  UnplacedChange,
} from '#src/outbox/kinds/change-draft.ts'
import { isForPages, kindOf } from '#src/outbox/kinds/kinds.ts'

// Rules that depend only on the queued changes: pure functions, so that each can be read alone. What differs between
// listings and events is in src/outbox/kinds.

/** Maximum lease of a claim: three calls of 30 s, plus the time between them. */
export const LONGEST_LEASE_MS = 120_000
const LEASE_MS = 40_000 // longer than one call may take, so that a live claim is never taken over

/** The lease of a claim of this change, in milliseconds. */
export function leaseMsOf(change: Change): number {
  const isLong = isForPages(change) || kindOf(change).sending.isLong?.(change)
  return isLong ? LONGEST_LEASE_MS : LEASE_MS
}

export interface ClaimOptions {
  userId: string
  /** Fencing token of the drain run; a run with an outdated token claims nothing. */
  fencingToken: number
  nowMs: number
  /** The places for calls. A call sends one change, or takes several places for several of a batch. */
  limit: number
  /** Which changes are claimed first. A drain alternates, so that neither the oldest nor the newest waits long. */
  first: 'oldest' | 'newest'
  /** Whether the server takes the changes of a batch by one call. */
  isTogether: boolean
  /** Lease duration for a claim of this change, in milliseconds. */
  leaseMsOf(change: Change): number
  /** Whether to claim changes that an earlier run has claimed: true if the process of that run has certainly died. */
  ignoreLeases: boolean
  /**
   * Maximum retry delay for the current page visibility, in milliseconds. A longer stored delay is ignored: it was set
   * while the page was hidden, or before the clock was set back.
   */
  longestPauseMs: number
  /** Whether this drain sends such changes. The worker leaves some to the pages. */
  takes(change: Change): boolean
}

/** The inputs that decide when a change can be claimed. */
export type Moment = Pick<ClaimOptions, 'nowMs' | 'ignoreLeases' | 'longestPauseMs' | 'takes'>

export function newChange(draft: ChangeDraft, key: string, queuedAt: number): UnplacedChange {
  const fresh: FreshFields = {
    key,
    format: CHANGE_FORMAT,
    userId: draft.userId,
    entityName: draft.entityName,
    isKeyed: draft.isKeyed,
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    fence: 0,
    leasedUntil: 0,
    lastError: null,
    conflict: null,
    ackedAs: null,
    ackedVersion: null,
    queuedAt,
  }
  return kindOf(draft).form.begin(fresh, draft, key)
}

/** Whether the draft repeats the pending change. If no change is pending: whether it repeats the screen's state. */
export function isAlreadyWanted(last: Change | null, draft: ChangeDraft): boolean {
  const pending = last?.state === 'acked' ? null : last
  return kindOf(draft).merging.isAlreadyWanted(pending, draft)
}

/**
 * Finds the stuck change that a draft resolves, and the changes behind it. For a listing, only its last change can be
 * the stuck one; for an event, any of its changes.
 */
export function findStuck(earlier: readonly Change[], draft: ChangeDraft): Stuck | null {
  const open = kindOf(draft).merging.listResolvable(earlier)
  const [stuck, ...behind] = open.slice(Math.max(0, open.findIndex(needsPerson)))
  return stuck && needsPerson(stuck) ? [stuck, ...behind] : null
}

/** Whether there is nothing to send. */
export function isNothing(change: Change): boolean {
  return kindOf(change).merging.isNothing?.(change) ?? false
}

/** The changes that lose their meaning with this one: the later changes of a created event, the reason of a rejection. */
export function listMeaningless(all: readonly Change[], given: Change): Change[] {
  return kindOf(given).merging.listMeaningless(all, given)
}

/** Rebases a change onto the confirmed result of an earlier change. */
export function rebase(change: Change, acked: Change, confirmed: Confirmed): Change {
  return change.seq === acked.seq ? change : kindOf(change).merging.rebase(change, acked, confirmed)
}

/** The oldest unconfirmed change of each record, oldest first: a stuck change blocks only its own record. */
export function listHeads(changes: readonly Change[]): Change[] {
  const byEntity = new Map<string, Change>()
  for (const change of changes) {
    if (change.state !== 'acked' && !byEntity.has(change.entityId)) {
      byEntity.set(change.entityId, change)
    }
  }
  return [...byEntity.values()]
}

/** When a change can be claimed, epoch milliseconds; null if a person or another drain must act, or if it is confirmed. */
export function dueAt(
  change: Change,
  { nowMs, ignoreLeases, longestPauseMs, takes }: Moment,
): number | null {
  if (!takes(change)) return null
  if (change.state === 'waiting') {
    const floor = believedMoment(change.floor ?? 0, nowMs)
    return Math.max(floor, believedMoment(change.notBefore, nowMs, longestPauseMs))
  }
  if (change.state !== 'sending') return null
  return ignoreLeases ? 0 : believedMoment(change.leasedUntil, nowMs, LONGEST_LEASE_MS)
}

/** The heads that can be claimed now, in claim order. */
export function listDue(heads: readonly Change[], options: ClaimOptions): Change[] {
  const direction = options.first === 'oldest' ? 1 : -1
  return heads
    .filter((head) => (dueAt(head, options) ?? Number.POSITIVE_INFINITY) <= options.nowMs)
    .sort(
      // Changes with fewer tries go first, so that repeated failures do not starve the rest.
      (a, b) => a.tries - b.tries || direction * (a.seq - b.seq),
    )
}
