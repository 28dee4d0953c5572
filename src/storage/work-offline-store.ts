import type { StorageHealth } from './outbox-connection.ts'
import type { OutboxDatabase } from './outbox-database.ts'
import { type OutboxObserver, observeOutbox } from './outbox-observer.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

// Whether this device works offline on purpose. The row belongs to the device, not to a person, and lies beside the
// changes that it holds back: pages and worker read the same one, and it is as durable as they are.

export type WorkOfflineStore = ReturnType<typeof createWorkOfflineStore>

export function createWorkOfflineStore(
  database: OutboxDatabase,
  { read, write }: OutboxTransaction,
  health: StorageHealth,
) {
  const { counters } = database

  async function isWorkingOffline(): Promise<boolean> {
    const row = await read('find-work-offline', () => counters.get('work-offline'))
    return row?.value === 1
  }

  return {
    isWorkingOffline,

    /** Resolves after the commit: every claim that begins later sees it. */
    setWorkingOffline(isOn: boolean): Promise<void> {
      return write('set-work-offline', async () => {
        await counters.put({ name: 'work-offline', value: isOn ? 1 : 0 })
      })
    },

    /** Tells what holds now, and whenever any tab changed it; answers how to stop. */
    observeWorkingOffline(observer: OutboxObserver<boolean>): () => void {
      return observeOutbox(database, 'counters', health, isWorkingOffline, observer)
    },
  }
}
