import { CHANGE_FORMAT, type Change, type ChangeAction } from '#src/domain/change.ts'

// What follows from the changes of a queue alone: pure, so that each rule can be read by itself.

export type ChangeDraft = Pick<
  Change,
  'userId' | 'listingId' | 'listingName' | 'action' | 'origin' | 'from' | 'baseVersion'
>
export interface ClaimOptions {
  userId: string
  nowMs: number
  limit: number
  leaseMs: number
  /** True under the drain's lock, where a leftover claim can only belong to a process that died. */
  ignoreLeases: boolean
}

export function newChange(draft: ChangeDraft, key: string, queuedAt: number): Omit<Change, 'seq'> {
  return {
    key,
    format: CHANGE_FORMAT,
    userId: draft.userId,
    listingId: draft.listingId,
    listingName: draft.listingName,
    action: draft.action,
    origin: draft.origin,
    from: draft.from,
    baseVersion: draft.baseVersion,
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
}

/** What is on its way already, or else what the screen shows, is what the operator asks for again. */
export function isAlreadyWanted(last: Change | null, draft: ChangeDraft): boolean {
  const pending = last && last.state !== 'acked' ? last.action : null
  const wanted: ChangeAction = pending ?? { kind: 'status', to: draft.from }
  if (wanted.kind === 'delete' || draft.action.kind === 'delete') {
    return wanted.kind === draft.action.kind
  }
  return wanted.to === draft.action.to
}

/** The oldest unconfirmed change of each listing, oldest first: a stuck one holds up its own listing only. */
export function listHeads(changes: readonly Change[]): Change[] {
  const byListing = new Map<string, Change>()
  for (const change of changes) {
    if (change.state !== 'acked' && !byListing.has(change.listingId)) {
      byListing.set(change.listingId, change)
    }
  }
  return [...byListing.values()]
}

export function isDue(change: Change, { nowMs, ignoreLeases }: ClaimOptions): boolean {
  if (change.state === 'waiting') return change.notBefore <= nowMs
  return change.state === 'sending' && (ignoreLeases || change.leasedUntil <= nowMs)
}
