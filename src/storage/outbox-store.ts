import { liveQuery, type Subscription } from 'dexie'
import {
  CHANGE_FORMAT,
  type Change,
  type ChangeAction,
  type ChangeConflict,
  type ChangeError,
  foldAction,
  isUnsent,
  needsPerson,
} from '#src/domain/change.ts'
import type { OutboxDatabase } from './outbox-database.ts'

// Every step of a change's life is one transaction here, and it resolves only after the commit. Answers are settled
// against the claim's fence, so that a drain that was overtaken cannot write.

export type ChangeDraft = Pick<
  Change,
  'userId' | 'listingId' | 'listingName' | 'action' | 'origin' | 'from' | 'baseVersion'
>
/** What queueing did: a new or folded change, or nothing because it cancelled out or was there already. */
export type QueueOutcome = { change: Change | null; outcome: 'queued' | 'cancelled' | 'unchanged' }

export interface ClaimOptions {
  userId: string
  nowMs: number
  limit: number
  leaseMs: number
  /** True under the drain's lock, where a leftover claim can only belong to a process that died. */
  ignoreLeases: boolean
}

export type OutboxStore = ReturnType<typeof createOutboxStore>

export function createOutboxStore(
  database: OutboxDatabase,
  { makeKey = () => crypto.randomUUID() as string, now = Date.now } = {},
) {
  const { changes, counters } = database
  const write = <T>(work: () => Promise<T>) => database.transaction('rw', changes, counters, work)

  /** Changes in a format this build knows; those of a newer build stay in the store untouched. */
  async function listChanges(userId: string): Promise<Change[]> {
    const rows = await changes.where('userId').equals(userId).sortBy('seq')
    return rows.filter((change) => change.format <= CHANGE_FORMAT)
  }

  async function settle(claimed: Change, update: Partial<Change>): Promise<boolean> {
    const stored = await changes.get(claimed.seq)
    if (stored?.state !== 'sending' || stored.fence !== claimed.fence) return false
    await changes.update(claimed.seq, { leasedUntil: 0, ...update })
    return true
  }

  return {
    listChanges,

    /** Calls back with the changes of a user now and whenever any tab or the worker changed them. */
    observeChanges(
      userId: string,
      onNext: (changes: Change[]) => void,
      onError: (error: unknown) => void,
    ): Subscription {
      return liveQuery(() => listChanges(userId)).subscribe({ next: onNext, error: onError })
    },

    /** Puts an action in the queue, folding it into an unsent change of the same listing. */
    queueChange(draft: ChangeDraft): Promise<QueueOutcome> {
      return write(async () => {
        const all = await listChanges(draft.userId)
        const earlier = all.filter((change) => change.listingId === draft.listingId)
        const last = earlier.at(-1) ?? null
        if (last && needsPerson(last)) return supersede(last, draft)
        if (isAlreadyWanted(last, draft)) return { change: last, outcome: 'unchanged' }
        if (last && isUnsent(last)) return foldInto(last, draft)
        const change = newChange(draft, makeKey(), now())
        const seq = await changes.add(change)
        return { change: { ...change, seq }, outcome: 'queued' }
      })
    },

    /** Takes an unsent change back; false when it was sent or is gone meanwhile. */
    undoUnsent(seq: number): Promise<boolean> {
      return write(async () => {
        const stored = await changes.get(seq)
        if (!stored || !isUnsent(stored)) return false
        await changes.delete(seq)
        return true
      })
    },

    /** Claims the oldest due change of up to `limit` listings; order holds per listing. */
    claimChanges(options: ClaimOptions): Promise<Change[]> {
      return write(async () => {
        const due = heads(await listChanges(options.userId)).filter((head) => isDue(head, options))
        const claimed = due.slice(0, options.limit).map(
          (change): Change => ({
            ...change,
            state: 'sending',
            tries: change.tries + 1,
            fence: change.fence + 1,
            leasedUntil: options.nowMs + options.leaseMs,
          }),
        )
        await changes.bulkPut(claimed)
        return claimed
      })
    },

    /** The earliest moment at which a change becomes due, in epoch milliseconds; null when none waits. */
    async findNextDueAt(userId: string, ignoreLeases: boolean): Promise<number | null> {
      const waiting = heads(await listChanges(userId))
      const moments = waiting.flatMap((change) => {
        if (change.state === 'waiting') return [change.notBefore]
        return change.state === 'sending' ? [ignoreLeases ? 0 : change.leasedUntil] : []
      })
      return moments.length > 0 ? Math.min(...moments) : null
    },

    /** The server said yes: what is queued behind it on the same listing now builds on the new version. */
    ackChange(claimed: Change, version: number | null): Promise<boolean> {
      return write(async () => {
        const position = ((await counters.get('acked'))?.value ?? 0) + 1
        const settled = await settle(claimed, {
          state: 'acked',
          ackedAs: position,
          ackedVersion: version,
          lastError: null,
        })
        if (!settled) return false
        await counters.put({ name: 'acked', value: position })
        if (version !== null) await rebaseSuccessors(claimed, version)
        return true
      })
    },

    /** No answer, or one that says later: the change waits until `notBefore`. */
    postponeChange(claimed: Change, notBefore: number, error: ChangeError): Promise<boolean> {
      return write(() => settle(claimed, { state: 'waiting', notBefore, lastError: error }))
    },

    /** The session ended before the server took the change: it waits for the same person. */
    holdForSignIn(claimed: Change, error: ChangeError): Promise<boolean> {
      return write(() => settle(claimed, { state: 'waiting', notBefore: 0, lastError: error }))
    },

    parkChange(claimed: Change, error: ChangeError): Promise<boolean> {
      return write(() => settle(claimed, { state: 'parked', lastError: error }))
    },

    setConflict(claimed: Change, conflict: ChangeConflict, error: ChangeError): Promise<boolean> {
      return write(() => settle(claimed, { state: 'conflict', conflict, lastError: error }))
    },

    /** The network is back: what only waited because nothing answered is due at once. */
    makeUnansweredDue(userId: string): Promise<void> {
      return write(async () => {
        const all = await listChanges(userId)
        const unanswered = all.filter(
          ({ state, lastError }) => state === 'waiting' && lastError?.status === null,
        )
        await changes.bulkPut(unanswered.map((change) => ({ ...change, notBefore: 0 })))
      })
    },

    /** A person asks to send it now: parked or waiting. The key stays, so a lost yes is recognised. */
    retryChange(seq: number): Promise<boolean> {
      return write(async () => {
        const stored = await changes.get(seq)
        if (!stored || (stored.state !== 'parked' && stored.state !== 'waiting')) return false
        await changes.update(seq, { state: 'waiting', notBefore: 0 })
        return true
      })
    },

    /** "Apply mine": a new change with a new key on the version that won, in the old one's place. */
    applyMine(seq: number): Promise<boolean> {
      return write(async () => {
        const stored = await changes.get(seq)
        if (stored?.state !== 'conflict' || !stored.conflict) return false
        const { status, version } = stored.conflict
        const draft = { ...stored, from: status ?? stored.from, baseVersion: version }
        await changes.put({ ...newChange(draft, makeKey(), now()), seq, fence: stored.fence + 1 })
        return true
      })
    },

    /** A person gives a change up. One that is being sent cannot be given up: it may have its effect. */
    discardChange(seq: number): Promise<boolean> {
      return write(async () => {
        const stored = await changes.get(seq)
        if (!stored || stored.state === 'sending' || stored.state === 'acked') return false
        await changes.delete(seq)
        return true
      })
    },

    /** Gives up every change of a person that is not confirmed (sign-out, third choice). */
    discardAll(userId: string): Promise<void> {
      return write(async () => {
        const all = await listChanges(userId)
        await changes.bulkDelete(all.map((change) => change.seq))
      })
    },

    /** "Keep for my next sign-in": what stays is the listing's id and name, the change, its version and its key. */
    slimDown(userId: string): Promise<void> {
      return write(async () => {
        await changes
          .where('userId')
          .equals(userId)
          .modify((change) => {
            change.lastError = null
            if (change.conflict) {
              change.conflict = { ...change.conflict, changedAt: null, device: null }
            }
          })
      })
    },

    /** Forgets confirmations that every saved copy has caught up with. */
    removeAcked(seqs: readonly number[]): Promise<void> {
      return write(async () => {
        const rows = await changes.bulkGet([...seqs])
        await changes.bulkDelete(
          rows.flatMap((change) => (change?.state === 'acked' ? [change.seq] : [])),
        )
      })
    },

    /** How many confirmations this device has; a read begun now has seen all of them. */
    async countAcked(): Promise<number> {
      return (await counters.get('acked'))?.value ?? 0
    },
  }

  async function foldInto(last: Change, draft: ChangeDraft): Promise<QueueOutcome> {
    const folded = foldAction(last, draft.action)
    if (folded.fold === 'cancel') {
      await changes.delete(last.seq)
      return { change: null, outcome: 'cancelled' }
    }
    const change = { ...last, action: folded.action, origin: draft.origin }
    await changes.put(change)
    return { change, outcome: 'queued' }
  }

  /** A new decision on a listing answers what needed a person about the last one. */
  async function supersede(last: Change, draft: ChangeDraft): Promise<QueueOutcome> {
    if (isAlreadyWanted(null, draft)) {
      await changes.delete(last.seq)
      return { change: null, outcome: 'cancelled' }
    }
    const change = { ...newChange(draft, makeKey(), now()), seq: last.seq, fence: last.fence + 1 }
    await changes.put(change)
    return { change, outcome: 'queued' }
  }

  async function rebaseSuccessors(acked: Change, version: number): Promise<void> {
    await changes
      .where('userId')
      .equals(acked.userId)
      .filter((change) => change.listingId === acked.listingId && change.seq > acked.seq)
      .filter((change) => change.state === 'waiting')
      .modify({ baseVersion: version })
  }
}

function newChange(draft: ChangeDraft, key: string, queuedAt: number): Omit<Change, 'seq'> {
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
function isAlreadyWanted(last: Change | null, draft: ChangeDraft): boolean {
  const pending = last && last.state !== 'acked' ? last.action : null
  const wanted: ChangeAction = pending ?? { kind: 'status', to: draft.from }
  if (wanted.kind === 'delete' || draft.action.kind === 'delete') {
    return wanted.kind === draft.action.kind
  }
  return wanted.to === draft.action.to
}

/** The oldest unconfirmed change of each listing, oldest first: a stuck one holds up its own listing only. */
function heads(changes: readonly Change[]): Change[] {
  const byListing = new Map<string, Change>()
  for (const change of changes) {
    if (change.state !== 'acked' && !byListing.has(change.listingId)) {
      byListing.set(change.listingId, change)
    }
  }
  return [...byListing.values()]
}

function isDue(change: Change, { nowMs, ignoreLeases }: ClaimOptions): boolean {
  if (change.state === 'waiting') return change.notBefore <= nowMs
  return change.state === 'sending' && (ignoreLeases || change.leasedUntil <= nowMs)
}
