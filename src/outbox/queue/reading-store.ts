import type { Change } from '#src/domain/change.ts'
import { observeDatabase, type Watched } from '#src/storage/database-observer.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { readStored } from './change-format.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

/** A user's changes on this device, and the number of rows that this build cannot read. */
export interface StoredChanges {
  changes: Change[]
  unreadable: number
  /** Id of the database that was read; a recreated database has another id. Null before the first storage check. */
  databaseId: number | null
}

/** Read-only access to the queue. A row without an owner is reported to every user, as its owner is unknown. */
export function createReadingStore(
  database: OutboxDatabase,
  { read, listChanges }: OutboxTransaction,
  watched: Watched,
) {
  const { changes, counters } = database

  async function readAll(userId: string): Promise<StoredChanges> {
    const [rows, probe] = await Promise.all([changes.toArray(), counters.get('probe')])
    const own = rows.filter((row) => isFor(row, userId))
    const readable = own.map(readStored).filter((change) => change !== null)
    const unreadable = own.length - readable.length
    return { changes: readable, unreadable, databaseId: probe?.value ?? null }
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
      return observeDatabase(database, { table: 'changes' }, watched, readChanges, {
        onNext,
        onError,
      })
    },
  }
}

function isFor(row: { userId: unknown }, userId: string): boolean {
  return row.userId === userId || typeof row.userId !== 'string'
}
