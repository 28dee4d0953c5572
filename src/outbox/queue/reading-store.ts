import { batchIdOf, type Change } from '#src/domain/change.ts'
import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import { observeDatabase, type Watched } from '#src/storage/database-observer.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { BATCH_PREFIX } from './batch-rows.ts'
import { readStored } from './change-format.ts'
import { eachPage, type OutboxTransaction } from './outbox-transaction.ts'

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
) {
  const { changes, counters } = database

  async function readAll(userId: string): Promise<StoredChanges> {
    const [probe, batches] = await Promise.all([counters.get('probe'), listBatches()])
    const readable: Change[] = []
    let unreadable = 0
    const confirmed = new Map<string | null, number>()
    await eachPage(database, (rows) => {
      for (const row of rows) {
        if (!isFor(row, userId)) continue
        const change = readStored(row)
        if (change?.state === 'acked')
          confirmed.set(batchIdOf(change), (confirmed.get(batchIdOf(change)) ?? 0) + 1)
        if (change) readable.push(change)
        else unreadable += 1
      }
    })
    const own = batches
      .filter((batch) => batch.userId === userId)
      .map((batch) => ({
        ...batch,
        confirmed: batch.confirmed + (confirmed.get(batch.id) ?? 0),
      }))
    return { changes: readable, batches: own, unreadable, databaseId: probe?.value ?? null }
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
      const readChanges = (ready: () => Promise<void>) => read('list', () => readAll(userId), ready)
      return observeDatabase(database, OBSERVED, watched, readChanges, {
        onNext,
        onError,
      })
    },
  }
}

const OBSERVED = [{ table: 'changes' }, { table: 'counters', prefix: BATCH_PREFIX }] as const

function isFor(row: { userId: unknown }, userId: string): boolean {
  return row.userId === userId || typeof row.userId !== 'string'
}
