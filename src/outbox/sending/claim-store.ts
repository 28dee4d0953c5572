import type { Change, ChangeConflict, ChangeError } from '#src/domain/change.ts'
import {
  type ClaimOptions,
  type Confirmed,
  dueAt,
  isTaken,
  listHeads,
  type Moment,
  rebase,
} from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createClaimPlanner } from './claim-planner.ts'
import { createDrainRunStore } from './drain-run.ts'

// Storage steps of a drain: it claims changes and settles each by the server's answer. Settling checks the claim's fence,
// so an overtaken drain cannot write.

export function createClaimStore(
  database: OutboxDatabase,
  transaction: OutboxTransaction,
  isHeldBack: () => Promise<boolean>,
) {
  const { changes, counters } = database
  const { write, read, listChanges, listOfRecord, findChange } = transaction
  const planner = createClaimPlanner(database, transaction)
  const { renewLease, ...runs } = createDrainRunStore(database, transaction)

  async function settle(claimed: Change, update: Partial<Change>): Promise<boolean> {
    const stored = await findChange(claimed.seq)
    if (stored?.state !== 'sending' || stored.fence !== claimed.fence) return false
    await changes.put({ ...stored, leasedUntil: 0, ...update } as Change) // an update never alters the kind of a change
    return true
  }

  return {
    ...runs,

    /**
     * Claims due changes of up to `limit` records, in order per record. Claims none while the device works offline on
     * purpose; null when the drain run was overtaken.
     */
    claimChanges(options: ClaimOptions): Promise<Change[] | null> {
      return write('claim', async () => {
        if (!(await renewLease(options.fencingToken, options.nowMs))) return null
        if (await isHeldBack()) return []
        const due = await planner.takeDue(options)
        const claimed = due.map(
          (change): Change => ({
            ...change,
            state: 'sending',
            tries: change.tries + 1,
            fence: change.fence + 1,
            leasedUntil: options.nowMs + options.leaseMsOf(change),
          }),
        )
        await changes.bulkPut(claimed)
        return claimed
      })
    },

    /** The earliest moment at which a change becomes due, in epoch milliseconds; null when none waits. */
    async findNextDueAt(userId: string, moment: Moment): Promise<number | null> {
      const heads = listHeads(await read('next-due', () => listChanges(userId)))
      const moments = heads.flatMap((head) => dueAt(head, moment) ?? [])
      return moments.length > 0 ? Math.min(...moments) : null
    },

    /** Confirms a change and rebases later changes of the same record onto its result. */
    ackChange(claimed: Change, confirmed: Confirmed): Promise<boolean> {
      return write('ack', async () => {
        const { userId, entity, entityId } = claimed
        const isListing = entity === 'listing'
        const all = isListing ? await listOfRecord(userId, entityId) : await listChanges(userId)
        const eventId = confirmed.event?.id ?? null
        // Two identical creates without answers and one event in the list: the event confirms only one of them.
        if (confirmed.isFound && eventId && isTaken(all, claimed, eventId)) {
          await settle(claimed, { state: 'waiting', notBefore: 0 })
          return false
        }
        const position = ((await counters.get('acked'))?.value ?? 0) + 1
        const resultFields = claimed.entity === 'event' ? { ackedResult: confirmed.event } : {}
        const settled = await settle(claimed, {
          ...resultFields,
          state: 'acked',
          ackedAs: position,
          ackedVersion: confirmed.version,
          lastError: null,
        })
        if (!settled) return false
        await counters.put({ name: 'acked', value: position })
        const rebased = all.map((change) => rebase(change, claimed, confirmed))
        await changes.bulkPut(rebased.filter((change, index) => change !== all[index]))
        return true
      })
    },

    /**
     * Delays a change without an answer, or with an answer that means "later", until `notBefore`. No trigger makes the
     * change due before `floor`.
     */
    postponeChange(
      claimed: Change,
      { notBefore, floor }: { notBefore: number; floor: number },
      error: ChangeError,
    ): Promise<boolean> {
      const update = { state: 'waiting', notBefore, floor, lastError: error } as const
      return write('postpone', () => settle(claimed, update))
    },

    /** The session ended before the server accepted the change, which waits until the same person signs in again. */
    holdForSignIn(claimed: Change, error: ChangeError): Promise<boolean> {
      return write('hold-for-sign-in', () =>
        settle(claimed, { state: 'waiting', notBefore: 0, lastError: error }),
      )
    },

    parkChange(claimed: Change, error: ChangeError): Promise<boolean> {
      return write('park', () => settle(claimed, { state: 'parked', lastError: error }))
    },

    setConflict(claimed: Change, conflict: ChangeConflict, error: ChangeError): Promise<boolean> {
      return write('set-conflict', () =>
        settle(claimed, { state: 'conflict', conflict, lastError: error }),
      )
    },

    /** The network is back: changes delayed by a missing answer are due at once. */
    makeUnansweredDue(userId: string): Promise<void> {
      return write('make-due', async () => {
        const all = await listChanges(userId)
        const unanswered = all.filter(
          ({ state, lastError }) => state === 'waiting' && lastError?.status === null,
        )
        await changes.bulkPut(unanswered.map((change): Change => ({ ...change, notBefore: 0 })))
      })
    },
  }
}
