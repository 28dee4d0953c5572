import { batchIdOf, type Change } from '#src/domain/change.ts'
import type { ChangeRef } from '#src/outbox/change-ref.ts'
import { readStored } from '#src/outbox/queue/change-format.ts'
import {
  type ClaimOptions,
  dueAt,
  isNothing,
  listDue,
  listHeads,
  type Moment,
} from '#src/outbox/queue/change-rules.ts'
import { inSlices, type OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createDrainRunStore } from './drain-run.ts'
import { countPlaces, groupForCalls, isSentTogether, takeFitting } from './joint-calls.ts'

// The storage operations with which a drain run claims changes, in order per record. Reading a queue of a thousand
// changes for each claim would take longer than sending them, so one read plans many claims, and each change is checked
// again before it is claimed.

const PLANNED = 100 // calls; a longer plan would delay changes that become due later: they wait for the next plan

/** What a person holds back. */
export interface HeldBack {
  isHeldBack(): Promise<boolean>
  /** The batches that are paused. */
  listPausedIds(): Promise<ReadonlySet<string>>
}

export function createClaimStore(
  database: OutboxDatabase,
  transaction: OutboxTransaction,
  { isHeldBack, listPausedIds }: HeldBack,
) {
  const { changes } = database
  const { write, read, listChanges, listOfRecord, listSame } = transaction
  const { renewLease, ...runs } = createDrainRunStore(database, transaction)
  /** The planned changes by calls. They are read again before they are claimed. */
  let plan: readonly (readonly ChangeRef[])[] = []

  return {
    ...runs,

    /**
     * Claims due changes for calls that fit into `limit` places, in order per record. Claims none while the device works offline on
     * purpose; null when the drain run was overtaken.
     */
    claimChanges(options: ClaimOptions): Promise<Change[] | null> {
      return write('claim', async () => {
        if (!(await renewLease(options.fencingToken, options.nowMs))) return null
        if (await isHeldBack()) return []
        const due = await takeDue(await withoutPaused(options))
        const claimed = due.map(
          (change): Change => ({
            ...change,
            state: 'sending',
            tries: change.tries + 1,
            fence: change.fence + 1,
            leasedUntil: options.nowMs + options.leaseMsOf(change),
          }),
        )
        await inSlices(claimed, (some) => changes.bulkPut(some))
        return claimed
      })
    },

    /** The earliest moment at which a change becomes due, in epoch milliseconds; null when none waits. */
    findNextDueAt(userId: string, moment: Moment): Promise<number | null> {
      return read('next-due', async () => {
        const open = await withoutPaused(moment)
        let next: number | null = null
        for (const head of listHeads(await listChanges(userId))) {
          const due = dueAt(head, open)
          if (due !== null && (next === null || due < next)) next = due
        }
        return next
      })
    },

    /** The network is back: changes delayed by a missing answer are due at once. */
    makeUnansweredDue(userId: string): Promise<void> {
      return write('make-due', async () => {
        const all = await listChanges(userId)
        const unanswered = all.filter(
          ({ state, lastError }) => state === 'waiting' && lastError?.status === null,
        )
        const due = unanswered.map((change): Change => ({ ...change, notBefore: 0 }))
        await inSlices(due, (some) => changes.bulkPut(some))
      })
    },
  }

  /** Inside a transaction: due changes for calls that fit into `limit` places, in order per record. */
  async function takeDue(options: ClaimOptions): Promise<Change[]> {
    const { limit } = options
    const taken = options.first === 'newest' ? await takeNewest(options) : []
    for (const take of [takePlanned, readAnew]) {
      // A plan is left if its next call does not fit: that call waits for room, and not for another reading of the queue.
      if (taken.length >= limit || (take === readAnew && plan.length > 0)) break
      const known = new Set(taken.flat().map(({ seq }) => seq))
      const more = await take(options)
      taken.push(...more.filter((call) => !call.some(({ seq }) => known.has(seq))))
    }
    return takeFitting(taken, limit).flat()
  }

  /** Takes only changes that were never tried, and are sent alone: the user waits for them, not for retries and batches. */
  async function takeNewest(options: ClaimOptions): Promise<Change[][]> {
    const own = changes.where('userId').equals(options.userId).reverse()
    const newest = await own.limit(options.limit).toArray()
    const taken: Change[] = []
    for (const row of newest) {
      const change = readStored(row)
      if (change && !isSentTogether(change)) taken.push(...(await check(change, options)))
    }
    return taken.filter(({ tries }) => tries === 0).map((change) => [change])
  }

  async function takePlanned(options: ClaimOptions): Promise<Change[][]> {
    const taken: Change[][] = []
    let left = options.limit
    while (plan.length > 0 && left > 0) {
      const [next = [], ...rest] = plan
      const due = await checkTogether(next, options)
      const calls = groupForCalls(due, options.isTogether)
      for (const call of calls) left -= countPlaces(call)
      if (left < 0 && calls.length === 1) break
      plan = rest
      taken.push(...calls)
    }
    return taken
  }

  async function readAnew(options: ClaimOptions): Promise<Change[][]> {
    const heads = listHeads(await listChanges(options.userId))
    // Drops deletions of events that were never sent. If the create of an event was tried, it is still the event's
    // oldest change, so the deletion behind it is not among `heads` and stays.
    await changes.bulkDelete(heads.filter(isNothing).map(({ seq }) => seq))
    const due = listDue(
      heads.filter((head) => !isNothing(head)),
      options,
    )
    const calls = groupForCalls(due, options.isTogether)
    const now = takeFitting(calls, options.limit)
    const later = calls.slice(now.length, now.length + PLANNED)
    plan = later.map((call) => call.map(({ seq, key }) => ({ seq, key })))
    return now
  }

  /**
   * The planned changes of one call that can be claimed now. The changes of a batch were their records' heads when they were
   * planned, and a head remains one until it is confirmed or removed, so only they themselves are read again.
   */
  async function checkTogether(
    planned: readonly ChangeRef[],
    options: ClaimOptions,
  ): Promise<Change[]> {
    const found = (await listSame(planned)).filter((change) => change !== null)
    if (planned.length === 1) return check(found[0], options)
    const own = found.filter((change) => change.userId === options.userId && isSentTogether(change))
    return listDue(own, { ...options, first: 'oldest' }) // in the order that they were planned in
  }

  /** The change, if it is its record's head and can be claimed now. */
  async function check(change: Change | undefined, options: ClaimOptions): Promise<Change[]> {
    if (change?.userId !== options.userId) return []
    const [head] = listHeads(await listOfRecord(change.userId, change.entityId))
    const isHead = head?.seq === change.seq && !isNothing(head)
    return isHead ? listDue([head], options) : []
  }

  /** Inside a transaction: takes no change of a paused batch. */
  async function withoutPaused<Given extends Pick<Moment, 'takes'>>(given: Given): Promise<Given> {
    const paused = await listPausedIds()
    if (paused.size === 0) return given
    return {
      ...given,
      takes: (change: Change) => given.takes(change) && !paused.has(batchIdOf(change) ?? ''),
    }
  }
}
