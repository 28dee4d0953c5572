import type { Change } from '#src/domain/change.ts'
import { type ChangeRef, isSameChange } from '#src/outbox/change-ref.ts'
import type { DatabaseConnection } from '#src/storage/database-connection.ts'
import type { CommittedRow, OutboxDatabase } from '#src/storage/outbox-database.ts'
import { readStored } from './change-format.ts'

// Every step of the outbox is one named transaction, which may run again after its connection died. It is not always
// known whether the first run was committed, so a step is safe to repeat in one of two ways: it is idempotent, or it
// writes a commit marker in the same transaction, which a repeat finds.

/** Idempotent steps: a repeat removes or sets the same values again, or only advances a counter. */
const IDEMPOTENT_STEPS = [
  'retry',
  'discard-all',
  'slim-down',
  'forget-confirmed',
  'remove-acked',
  'make-due',
  'begin-pass',
  'keep-pass',
  'end-pass',
  'keep-claim',
  'hold-all',
  'set-work-offline',
  'pause-batch',
  'forget-batch',
] as const
/**
 * Steps that write a commit marker, because a repeat would do harm. A decision that restores the original status makes
 * 'queue' remove the unsent change; a repeat would queue that decision as a new change. A second 'undo' would take back
 * one more step of an event. After a second 'claim', the changes of the first would stay unsent until their leases end.
 * Any other step would not find its change in the state that it expects, and would report a failure.
 */
const MARKED_STEPS = [
  'queue',
  'queue-batch',
  'undo',
  'undo-batch',
  'keep-mine',
  'keep-theirs',
  'discard',
  'claim',
  'ack',
  'settle-together',
  'postpone',
  'hold-for-sign-in',
  'park',
  'set-conflict',
] as const

export type OutboxWrite = (typeof IDEMPOTENT_STEPS)[number] | (typeof MARKED_STEPS)[number]
export type OutboxRead =
  | 'list'
  | 'list-unreadable'
  | 'next-due'
  | 'plan-undo'
  | 'find-last-confirmation'
  | 'find-pass'
  | 'find-work-offline'
export type OutboxStep = OutboxWrite | OutboxRead

/**
 * Called in a writing step: before its transaction, just before its commit, and after its commit; in a reading step only
 * before its transaction. An observer that throws injects a fault at exactly that point.
 */
export type StepObserver = (step: OutboxStep, moment: 'start' | 'end' | 'committed') => void

export interface OutboxTransaction {
  /** Runs a step in one transaction and resolves only after its commit. */
  write<Result>(step: OutboxWrite, work: () => Promise<Result>): Promise<Result>
  /** Runs a step that changes nothing. `ready` is awaited before each run of it. */
  read<Result>(
    step: OutboxRead,
    work: () => PromiseLike<Result>,
    ready?: () => Promise<void>,
  ): Promise<Result>
  /** Inside a step: a person's changes that this build can read, oldest first; the others stay untouched. */
  listChanges(userId: string): Promise<Change[]>
  /** Inside a step: the changes of one record. */
  listOfRecord(userId: string, entityId: string): Promise<Change[]>
  /** Inside a step: one change as it is stored now; null if it is gone or unreadable for this build. */
  findSame(ref: ChangeRef): Promise<Change | null>
  /** Inside a step: many changes as they are stored now, in the given order; null for each that `findSame` would not find. */
  listSame(refs: readonly ChangeRef[]): Promise<(Change | null)[]>
  /** Inside a step: removes expired commit markers. */
  removeExpiredMarkers(nowMs: number): Promise<unknown>
}

const MARKER_RETENTION_MS = 24 * 60 * 60_000 // a step is repeated within seconds, or when a frozen tab is thawed

export interface OutboxTransactionOptions {
  now: () => number
  onStep?: StepObserver | undefined
}

export function createOutboxTransaction(
  database: OutboxDatabase,
  { run }: DatabaseConnection,
  { now, onStep = () => {} }: OutboxTransactionOptions,
): OutboxTransaction {
  const { changes, counters } = database

  async function listSame(refs: readonly ChangeRef[]): Promise<(Change | null)[]> {
    const rows = await changes.bulkGet(refs.map(({ seq }) => seq))
    return refs.map((ref, place) => {
      const row = rows[place]
      return row && isSameChange(row, ref) ? readStored(row) : null
    })
  }

  return {
    write(step, work) {
      type Result = Awaited<ReturnType<typeof work>>
      const marker = MARKED_STEPS.some((name) => name === step) ? createCommitMarker(now()) : null
      /** Results of the runs that reached the commit. */
      const ends: Result[] = []
      return run(step, async () => {
        onStep(step, 'start')
        const result = await database.transaction('rw!', changes, counters, async () => {
          const [end] = ends.slice(-1)
          if (marker && ends.length > 0 && (await counters.get(marker.name))) return end as Result // `ends` is not empty
          // In parallel: the user waits for each database round trip.
          const [result] = await Promise.all([work(), marker && counters.put(marker)])
          ends.push(result)
          onStep(step, 'end')
          return result
        })
        onStep(step, 'committed')
        return result
      })
    },
    read(step, work, ready) {
      const attempt = async () => {
        onStep(step, 'start')
        return database.transaction('r!', changes, counters, work)
      }
      return run(step, attempt, ready)
    },
    async listChanges(userId) {
      const own: Change[] = []
      await eachPage(database, (rows) => {
        for (const row of rows) {
          const change = row.userId === userId ? readStored(row) : null
          if (change) own.push(change)
        }
      })
      return own
    },
    async listOfRecord(userId, entityId) {
      const rows = await changes.where('[userId+entityId]').equals([userId, entityId]).sortBy('seq')
      return rows.map(readStored).filter((change) => change !== null)
    },
    listSame,
    async findSame(ref) {
      const [change = null] = await listSame([ref])
      return change
    },
    async removeExpiredMarkers(nowMs) {
      const oldest = markerName(nowMs - MARKER_RETENTION_MS)
      return counters.where('name').between(MARKER_PREFIX, oldest).delete()
    },
  }
}

const PAGE = 500 // read and written in a few milliseconds, between two frames of a slow device

/** Inside a step: reads all changes, oldest first, in pages: reading ten thousand at once would block the page. */
export async function eachPage(
  { changes }: OutboxDatabase,
  take: (rows: Change[]) => void,
): Promise<void> {
  let last = 0
  for (;;) {
    const rows = await changes.where('seq').above(last).limit(PAGE).toArray()
    take(rows)
    if (rows.length < PAGE) return
    last = rows.at(-1)?.seq ?? Number.POSITIVE_INFINITY
  }
}

/** Inside a step: writes many rows in slices, for the same reason. */
export async function inSlices<Row>(
  rows: readonly Row[],
  take: (some: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE)
    await take(rows.slice(start, start + PAGE))
}

const MARKER_PREFIX = 'committed:'

function createCommitMarker(value: number): CommittedRow {
  const random = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return { name: `${markerName(value)}-${random}`, value }
}

const DIGITS = 13 // enough for every moment until the year 2286

/** Marker names sort by time. */
function markerName(ms: number): CommittedRow['name'] {
  return `${MARKER_PREFIX}${String(Math.max(ms, 0)).padStart(DIGITS, '0')}`
}
