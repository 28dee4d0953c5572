import {
  type DatabaseObserver,
  observeDatabase,
  type Watched,
} from '#src/storage/database-observer.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

// The work-offline setting of this device, not of a user. It is stored in the same database as the changes that it
// holds back. So pages and the worker read the same row, and the setting is as durable as the changes.

export type WorkOfflineStore = Omit<ReturnType<typeof createWorkOfflineStore>, 'isHeldBack'>

export function createWorkOfflineStore(
  database: OutboxDatabase,
  { read, write }: OutboxTransaction,
  watched: Watched,
) {
  const { counters } = database

  function isWorkingOffline(ready?: () => Promise<void>): Promise<boolean> {
    return read('find-work-offline', isHeldBack, ready)
  }

  /** Inside a step: whether all sending is held back. */
  async function isHeldBack(): Promise<boolean> {
    return (await counters.get('work-offline'))?.value === 1
  }

  return {
    isHeldBack,
    isWorkingOffline,

    /** Resolves after the commit: every claim that begins later sees the new setting. */
    setWorkingOffline(isOn: boolean): Promise<void> {
      return write('set-work-offline', async () => {
        await counters.put({ name: 'work-offline', value: isOn ? 1 : 0 })
      })
    },

    /** Reports the setting now and when any tab changes it; returns unsubscribe. */
    observeWorkingOffline(observer: DatabaseObserver<boolean>): () => void {
      const row = { table: 'counters', key: 'work-offline' } as const
      return observeDatabase(database, [row], watched, isWorkingOffline, observer)
    },
  }
}
