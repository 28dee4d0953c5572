import { batchIdOf, type Change } from '#src/domain/change.ts'
import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import {
  observeDatabase,
  spanOfWritten,
  type Watched,
  type WrittenKeys,
} from '#src/storage/database-observer.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { BATCH_PREFIX } from './batch-rows.ts'
import { readStored } from './change-format.ts'
import { eachPage, type OutboxTransaction, type SeqSpan } from './outbox-transaction.ts'

/** A user's changes on this device, and the number of rows that this build cannot read. */
export interface StoredChanges {
  changes: Change[]
  batches: ChangeBatch[]
  unreadable: number
  /** Id of the database that was read; a recreated database has another id. Null before the first storage check. */
  databaseId: number | null
}

/** Read-only access to the queue. A row without an owner is reported to every user, as its owner is unknown. */
export function createReadingStore(
  database: OutboxDatabase,
  { read, listChanges }: OutboxTransaction,
  watched: Watched,
  listBatches: () => Promise<ChangeBatch[]>,
  now: () => number,
) {
  const { changes, counters } = database

  /** Reads the rows of a user in a span of `seq` numbers. */
  async function readRows(userId: string, span: SeqSpan): Promise<KnownRow[]> {
    const found: KnownRow[] = []
    await eachPage(
      database,
      (rows) => {
        for (const row of rows)
          if (isFor(row, userId)) found.push({ seq: row.seq, change: readStored(row) })
      },
      span,
    )
    return found
  }

  /**
   * Returns a function that reads the changes of a user. Of a long queue that it read whole a moment ago, it reads only
   * what was written since.
   */
  function createReader(userId: string) {
    let known: { rows: readonly KnownRow[]; databaseId: number | null } | null = null
    let wholeAt = Number.NEGATIVE_INFINITY

    return async (written: WrittenKeys): Promise<StoredChanges> => {
      const [probe, batches] = await Promise.all([counters.get('probe'), listBatches()])
      const databaseId = probe?.value ?? null
      const before = known?.databaseId === databaseId ? known.rows : []
      const mayKeep = before.length > LONG && Math.abs(now() - wholeAt) < WHOLE_MS
      const span = spanOfWritten(mayKeep ? written : null, database, 'changes')
      if (!mayKeep) wholeAt = now()
      const rows = span
        ? [
            ...before.filter(({ seq }) => seq < span.from),
            ...(await readRows(userId, span)),
            ...before.filter(({ seq }) => seq > span.to),
          ]
        : before
      known = { rows, databaseId }
      const readable = rows.flatMap(({ change }) => change ?? [])
      return {
        changes: readable,
        batches: withConfirmed(
          batches.filter((batch) => batch.userId === userId),
          readable,
        ),
        unreadable: rows.length - readable.length,
        databaseId,
      }
    }
  }

  return {
    /** The changes of a user that this build can read, oldest first. */
    listChanges(userId: string): Promise<Change[]> {
      return read('list', () => listChanges(userId))
    },

    /** Rows that this build cannot read, as they are stored; kept for the build that wrote them. */
    listUnreadable(userId: string): Promise<object[]> {
      return read('list-unreadable', async () => {
        const rows = await changes.toArray()
        return rows.filter((row) => isFor(row, userId) && !readStored(row))
      })
    },

    /** Reports a user's changes now and after each write by any tab or the worker. Returns the unsubscribe function. */
    observeChanges(
      userId: string,
      onNext: (stored: StoredChanges) => void,
      onError: (error: unknown) => void,
    ): () => void {
      const reader = createReader(userId)
      const readChanges = (ready: () => Promise<WrittenKeys>) => {
        let written: WrittenKeys = null
        return read(
          'list',
          () => reader(written),
          async () => {
            written = await ready()
          },
        )
      }
      return observeDatabase(database, OBSERVED, watched, readChanges, {
        onNext,
        onError,
      })
    },
  }
}

const LONG = 500 // rows, which a slow phone reads in a few milliseconds
// A tab or worker that dies between its commit and its notice tells nobody of the written rows: a whole read finds them.
const WHOLE_MS = 10_000

/** A stored row; without a change if this build cannot read it. */
interface KnownRow {
  seq: number
  change: Change | null
}

function withConfirmed(batches: readonly ChangeBatch[], changes: readonly Change[]): ChangeBatch[] {
  const confirmed = new Map<string | null, number>()
  for (const change of changes)
    if (change.state === 'acked')
      confirmed.set(batchIdOf(change), (confirmed.get(batchIdOf(change)) ?? 0) + 1)
  return batches.map((batch) => ({
    ...batch,
    confirmed: batch.confirmed + (confirmed.get(batch.id) ?? 0),
  }))
}

const OBSERVED = [{ table: 'changes' }, { table: 'counters', prefix: BATCH_PREFIX }] as const

function isFor(row: { userId: unknown }, userId: string): boolean {
  return row.userId === userId || typeof row.userId !== 'string'
}
