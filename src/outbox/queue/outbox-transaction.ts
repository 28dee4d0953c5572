import type { Change } from '#src/domain/change.ts'
import type { OutboxConnection } from '#src/storage/outbox-connection.ts'
import type { CommittedRow, OutboxDatabase } from '#src/storage/outbox-database.ts'
import { readStored } from './change-format.ts'

// Every step of the outbox is one transaction with a name, and may be run again when its connection died. Whether it was
// committed before that cannot always be known, so a step is safe to repeat in one of two ways: doing it twice is the
// same as doing it once, or it leaves a mark in its own transaction, by which a repeat sees that it is done.

/** Steps that are the same done twice: they only remove or set what is so already, or count on. */
const REPEATABLE = [
  'retry',
  'discard-all',
  'slim-down',
  'forget-confirmed',
  'remove-acked',
  'make-due',
  'begin-pass',
  'keep-pass',
  'end-pass',
  'hold-all',
  'set-work-offline',
] as const
/**
 * Steps that leave a mark. A second 'queue' could take a decision back that the first had folded, a second 'undo' goes a
 * step further, a second 'claim' leaves what the first claimed to its lease; a second 'discard', 'keep-mine', 'keep-theirs'
 * or settling by an answer finds its change gone, and would deny it.
 */
const MARKED = [
  'queue',
  'undo',
  'keep-mine',
  'keep-theirs',
  'discard',
  'claim',
  'ack',
  'postpone',
  'hold-for-sign-in',
  'park',
  'set-conflict',
] as const

export type OutboxWrite = (typeof REPEATABLE)[number] | (typeof MARKED)[number]
export type OutboxRead =
  | 'list'
  | 'list-unreadable'
  | 'next-due'
  | 'count-acked'
  | 'find-pass'
  | 'find-work-offline'
export type OutboxStep = OutboxWrite | OutboxRead

/**
 * Called at each step: before its transaction, at its end when only the commit is missing, and after the commit. Throwing
 * there is a fault at exactly that place.
 */
export type StepObserver = (step: OutboxStep, moment: 'start' | 'end' | 'committed') => void

export interface OutboxTransaction {
  /** Runs a step in one transaction and resolves only after its commit. */
  write<Result>(step: OutboxWrite, work: () => Promise<Result>): Promise<Result>
  /** Runs a step that changes nothing. */
  read<Result>(step: OutboxRead, work: () => PromiseLike<Result>): Promise<Result>
  /** Inside a step: a person's changes that this build can read, oldest first; the others stay untouched. */
  listChanges(userId: string): Promise<Change[]>
  /** Inside a step: those about one record. */
  listOfRecord(userId: string, entityId: string): Promise<Change[]>
  /** Inside a step: one change, when it is there and this build can read it. */
  findChange(seq: number): Promise<Change | null>
  /** Inside a step: forgets the marks that nobody can ask for any more. */
  forgetMarks(nowMs: number): Promise<unknown>
}

const MARK_KEPT_MS = 24 * 60 * 60_000 // a step is repeated within seconds, or when a tab that was frozen is thawed

export interface OutboxTransactionOptions {
  now: () => number
  onStep?: StepObserver | undefined
}

export function createOutboxTransaction(
  database: OutboxDatabase,
  { run }: OutboxConnection,
  { now, onStep = () => {} }: OutboxTransactionOptions,
): OutboxTransaction {
  const { changes, counters } = database

  return {
    write(step, work) {
      type Result = Awaited<ReturnType<typeof work>>
      const mark = MARKED.some((name) => name === step) ? makeMark(now()) : null
      /** What the step came to each time that only its commit was missing. */
      const ends: Result[] = []
      return run(step, async () => {
        onStep(step, 'start')
        const result = await database.transaction('rw!', changes, counters, async () => {
          const [end] = ends.slice(-1)
          if (mark && ends.length > 0 && (await counters.get(mark.name))) return end as Result // there is one
          // Side by side: a person who decides waits for each turn to the database.
          const [result] = await Promise.all([work(), mark && counters.put(mark)])
          ends.push(result)
          onStep(step, 'end')
          return result
        })
        onStep(step, 'committed')
        return result
      })
    },
    read(step, work) {
      return run(step, async () => {
        onStep(step, 'start')
        return database.transaction('r!', changes, counters, work)
      })
    },
    async listChanges(userId) {
      const rows = await changes.where('userId').equals(userId).sortBy('seq')
      return rows.map(readStored).filter((change) => change !== null)
    },
    async listOfRecord(userId, entityId) {
      const rows = await changes.where('[userId+entityId]').equals([userId, entityId]).sortBy('seq')
      return rows.map(readStored).filter((change) => change !== null)
    },
    async findChange(seq) {
      const row = await changes.get(seq)
      return row ? readStored(row) : null
    },
    async forgetMarks(nowMs) {
      const oldest = markName(nowMs - MARK_KEPT_MS)
      return counters.where('name').between(FIRST_MARK, oldest).delete()
    },
  }
}

const FIRST_MARK = 'committed:'

function makeMark(value: number): CommittedRow {
  const random = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return { name: `${markName(value)}-${random}`, value }
}

const DIGITS = 13 // of every moment until the year 2286

/** In the order of time. */
function markName(ms: number): CommittedRow['name'] {
  return `${FIRST_MARK}${String(Math.max(ms, 0)).padStart(DIGITS, '0')}`
}
