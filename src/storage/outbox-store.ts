import { liveQuery, type Subscription } from 'dexie'
import { type Change, foldAction, isUnsent, needsPerson } from '#src/domain/change.ts'
import { type ChangeDraft, isAlreadyWanted, newChange } from './change-rules.ts'
import { createClaimStore } from './claim-store.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import { createOutboxTransaction } from './outbox-transaction.ts'

// The promises kept on this device. Every step of a change's life is one transaction, and resolves only after the
// commit: what a person does with changes is here, what a drain does with them in claim-store.ts.

/** What queueing did: a new or folded change, or nothing because it cancelled out or was there already. */
export type QueueOutcome = { change: Change | null; outcome: 'queued' | 'cancelled' | 'unchanged' }

export type OutboxStore = ReturnType<typeof createOutboxStore>

export function createOutboxStore(
  database: OutboxDatabase,
  { makeKey = makeRandomKey, now = Date.now } = {},
) {
  const { changes, counters } = database
  const transaction = createOutboxTransaction(database)
  const { write, listChanges } = transaction

  return {
    listChanges,
    ...createClaimStore(database, transaction),

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
        const change = newChange(onOwnVersion(draft, last), makeKey(), now())
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
}

/** What the operator saw may be older than their own last change, which is no conflict. */
function onOwnVersion(draft: ChangeDraft, last: Change | null): ChangeDraft {
  const own = last?.ackedVersion ?? null
  if (own === null || draft.baseVersion === null || draft.baseVersion >= own) return draft
  return { ...draft, baseVersion: own }
}

const KEY_BYTES = 16 // as many random bits as a UUID has, and more

/** Not randomUUID: that exists on secure addresses only, and decisions must be kept on every address. */
function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
