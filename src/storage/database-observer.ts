import Dexie, { type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie'
import type { StorageHealth } from './database-connection.ts'
import type { PagePresence } from './page-presence.ts'

const PAUSE_SHARE = 3 // the pause is this many times as long as the read, and what screens make of it
const LAST = '\uffff' // sorts behind every text with the same prefix
const LONGEST_PAUSE_MS = 4_000 // the progress of ten thousand changes is soon enough by then; a page shows its own at once

export interface DatabaseObserver<Result> {
  onNext(result: Result): void
  onError(error: unknown): void
}

/** What an observer follows beside the rows. */
export interface Watched {
  health: StorageHealth
  /** Absent in a worker. */
  presence?: Pick<PagePresence, 'whenTurn' | 'onVisible'> | undefined
}

/** An observed table, or the rows of it whose key is `key` or begins with `prefix`. */
export interface Observed {
  table: string
  key?: string
  prefix?: string
}

/**
 * Calls `read` now, after every write to the observed rows by any tab or the worker, and when the storage's health
 * changes. Unlike Dexie's liveQuery, this continues after a failed read. In a hidden page beside a visible one, each run of the
 * read waits, also one that a freeze interrupted.
 */
export function observeDatabase<Result>(
  { name }: Pick<Dexie, 'name'>,
  observed: readonly Observed[],
  { health, presence }: Watched,
  read: (ready: () => Promise<void>) => Promise<Result>,
  { onNext, onError }: DatabaseObserver<Result>,
): () => void {
  let isStopped = false
  let isReading = false
  let isStale = false

  async function look(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale && !isStopped) {
        isStale = false
        const began = performance.now()
        await readOnce()
        if (!isStale) continue
        // While a long queue is sent, every answer changes it: limit the share of time that is spent on showing it.
        await pause(0) // until screens have rendered
        const tookMs = performance.now() - began
        await pause(Math.min(tookMs * PAUSE_SHARE, LONGEST_PAUSE_MS))
      }
    } finally {
      // Reset also if a subscriber threw: the next write must be read.
      isReading = false
    }
  }

  /** The read that follows includes every write until now. */
  async function ready(): Promise<void> {
    await presence?.whenTurn()
    isStale = false
  }

  async function readOnce(): Promise<void> {
    try {
      const result = await read(ready)
      if (!isStopped) onNext(result)
    } catch (error) {
      if (!isStopped) onError(error)
    }
  }

  const isWritten = (parts: ObservabilitySet): boolean =>
    observed.some(({ table, key, prefix = key }) => {
      const written = `idb://${name}/${table}/` // the name under which Dexie reports written keys
      if (prefix === undefined) return Object.keys(parts).some((part) => part.startsWith(written))
      const keys = parts[written]
      const range = key === undefined ? new RangeSet(prefix, prefix + LAST) : new RangeSet(key)
      return keys !== undefined && rangesOverlap(keys, range)
    })
  // Dexie reports 'all' after a restore from the back/forward cache.
  const onWritten = (parts: ObservabilitySet) => {
    if (parts['all'] || isWritten(parts)) void look()
  }
  Dexie.on('storagemutated', onWritten)
  const stops = [health.subscribe(() => void look()), presence?.onVisible(() => void look())]
  void look()
  return () => {
    isStopped = true
    Dexie.on('storagemutated').unsubscribe(onWritten)
    for (const stop of stops) stop?.()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
