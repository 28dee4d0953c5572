import Dexie, { type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie'
import type { StorageHealth } from '#src/storage/outbox-connection.ts'
import type { OutboxDatabase } from '#src/storage/outbox-database.ts'

const PAUSE_SHARE = 3 // of four parts of the time one is for reading
const LONGEST_PAUSE_MS = 250 // what a screen shows may be behind

export interface OutboxObserver<Result> {
  onNext(result: Result): void
  onError(error: unknown): void
}

/** What is looked at: a table, or one row of it. */
export interface Observed {
  table: 'changes' | 'counters'
  key?: string
}

/**
 * Reads now, after every write of any tab or the worker to what is looked at, and when the storage's health turned. A failed
 * reading does not end it: Dexie's own live query would fall silent for good.
 */
export function observeOutbox<Result>(
  { name }: OutboxDatabase,
  { table, key }: Observed,
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
      const began = performance.now()
      await readOnce()
      // A long queue that is being sent changes with every answer: it is read for a part of the time, and sent for the rest.
      const tookMs = performance.now() - began
      if (isStale) await pause(Math.min(tookMs * PAUSE_SHARE, LONGEST_PAUSE_MS))
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

  const written = `idb://${name}/${table}/` // under this name Dexie tells which keys were written
  const isWritten = (parts: ObservabilitySet): boolean => {
    if (key === undefined) return Object.keys(parts).some((part) => part.startsWith(written))
    const keys = parts[written]
    return keys !== undefined && rangesOverlap(keys, new RangeSet(key))
  }
  // 'all' is told when a page comes back from the browser's cache of pages.
  const onWritten = (parts: ObservabilitySet) => {
    if (parts['all'] || isWritten(parts)) void look()
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
