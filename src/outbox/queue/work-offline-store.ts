import type { StorageHealth } from '#src/storage/outbox-connection.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'
import { type OutboxObserver, observeOutbox } from './outbox-observer.ts'
import type { OutboxTransaction } from './outbox-transaction.ts'

// Whether this device works offline on purpose. The row belongs to the device, not to a person, and lies beside the
// changes that it holds back: pages and worker read the same one, and it is as durable as they are.

export type WorkOfflineStore = Omit<ReturnType<typeof createWorkOfflineStore>, 'isHeldBack'>

export function createWorkOfflineStore(
  database: OutboxDatabase,
  { read, write }: OutboxTransaction,
  health: StorageHealth,
) {
  const { counters } = database

  function isWorkingOffline(): Promise<boolean> {
    return read('find-work-offline', isHeldBack)
  }

  /** Inside a step: whether nothing may be sent. */
  async function isHeldBack(): Promise<boolean> {
    return (await counters.get('work-offline'))?.value === 1
  }

  return {
    isHeldBack,
    isWorkingOffline,

    /** Resolves after the commit: every claim that begins later sees it. */
    setWorkingOffline(isOn: boolean): Promise<void> {
      return write('set-work-offline', async () => {
        await counters.put({ name: 'work-offline', value: isOn ? 1 : 0 })
      })
    },

    /** Tells what holds now, and whenever any tab changed it; answers how to stop. */
    observeWorkingOffline(observer: OutboxObserver<boolean>): () => void {
      const row = { table: 'counters', key: 'work-offline' } as const
      return observeOutbox(database, row, health, isWorkingOffline, observer)
    },
  }
}
