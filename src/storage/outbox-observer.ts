import Dexie from 'dexie'
import type { StorageHealth } from './outbox-connection.ts'
import type { OutboxDatabase } from './outbox-database.ts'

export interface OutboxObserver<Result> {
  onNext(result: Result): void
  onError(error: unknown): void
}

/**
 * Reads now, after every write of any tab or the worker to a table, and when the storage's health turned. A failed
 * reading does not end it: Dexie's own live query would fall silent for good.
 */
export function observeOutbox<Result>(
  { name }: OutboxDatabase,
  table: 'changes' | 'counters',
  health: StorageHealth,
  read: () => Promise<Result>,
  { onNext, onError }: OutboxObserver<Result>,
): () => void {
  let isStopped = false
  let isReading = false
  let isStale = false

  async function look(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale && !isStopped) {
      isStale = false
      await readOnce()
    }
    isReading = false
  }

  async function readOnce(): Promise<void> {
    try {
      const result = await read()
      if (!isStopped) onNext(result)
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }

  const written = `idb://${name}/${table}/`
  // 'all' is told when a page comes back from the browser's cache of pages.
  const onWritten = (parts: object) => {
    const isConcerned = Object.keys(parts).some(
      (part) => part === 'all' || part.startsWith(written),
    )
    if (isConcerned) void look()
  }
  Dexie.on('storagemutated', onWritten)
  const unfollow = health.subscribe(() => void look())
  void look()
  return () => {
    isStopped = true
    Dexie.on('storagemutated').unsubscribe(onWritten)
    unfollow()
  }
}
