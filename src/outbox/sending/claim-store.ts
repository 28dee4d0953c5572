import type { Change } from '#src/domain/change.ts'
import { readStored } from '#src/outbox/queue/change-format.ts'
import {
  type ClaimOptions,
  dueAt,
  isNothing,
  listDue,
  listHeads,
  type Moment,
} from '#src/outbox/queue/change-rules.ts'
import type { OutboxTransaction } from '#src/outbox/queue/outbox-transaction.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createDrainRunStore } from './drain-run.ts'

// The storage operations with which a drain run claims changes, in order per record. Reading a queue of a thousand
// changes for each claim would take longer than sending them, so one read plans many claims, and each change is checked
// again before it is claimed.

const PLANNED = 100 // a longer plan would delay changes that become due later: they wait for the next plan

export function createClaimStore(
  database: OutboxDatabase,
  transaction: OutboxTransaction,
  isHeldBack: () => Promise<boolean>,
) {
  const { changes } = database
  const { write, read, listChanges, listOfRecord, findChange } = transaction
  const { renewLease, ...runs } = createDrainRunStore(database, transaction)
  /** The `seq` numbers of the planned changes, which are read again before they are claimed. */
  let plan: readonly number[] = []

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
        const due = await takeDue(options)
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

  /** Inside a transaction: due changes of up to `limit` records, in order per record. */
  async function takeDue(options: ClaimOptions): Promise<Change[]> {
    const { limit } = options
    const taken = options.first === 'newest' ? await takeNewest(options) : []
    for (const take of [takePlanned, readAnew]) {
      if (taken.length >= limit) break
      const known = new Set(taken.map(({ seq }) => seq))
      const more = await take({ ...options, limit: limit - taken.length + known.size })
      taken.push(...more.filter(({ seq }) => !known.has(seq)))
    }
    return taken.slice(0, limit)
  }

  async function takeNewest(options: ClaimOptions): Promise<Change[]> {
    const own = changes.where('userId').equals(options.userId).reverse()
    const newest = await own.limit(options.limit).toArray()
    const taken: Change[] = []
    for (const row of newest) taken.push(...(await check(readStored(row), options)))
    // Takes only changes that were never tried: the user is waiting for new decisions, not for retries.
    return taken.filter(({ tries }) => tries === 0)
  }

  async function takePlanned(options: ClaimOptions): Promise<Change[]> {
    const taken: Change[] = []
    while (plan.length > 0 && taken.length < options.limit) {
      const [next = 0, ...rest] = plan
      plan = rest
      taken.push(...(await check(await findChange(next), options)))
    }
    return taken
  }

  async function readAnew(options: ClaimOptions): Promise<Change[]> {
    const heads = listHeads(await listChanges(options.userId))
    // Drops deletions of events that were never sent. If the create of an event was tried, it is still the event's
    // oldest change, so the deletion behind it is not among `heads` and stays.
    await changes.bulkDelete(heads.filter(isNothing).map(({ seq }) => seq))
    const due = listDue(
      heads.filter((head) => !isNothing(head)),
      options,
    )
    const later = due.slice(options.limit, options.limit + PLANNED)
    plan = later.map(({ seq }) => seq)
    return due.slice(0, options.limit)
  }

  /** The change, if it is its record's head and can be claimed now. */
  async function check(change: Change | null, options: ClaimOptions): Promise<Change[]> {
    if (change?.userId !== options.userId) return []
    const [head] = listHeads(await listOfRecord(change.userId, change.entityId))
    const isHead = head?.seq === change.seq && !isNothing(head)
    return isHead ? listDue([head], options) : []
  }
}
