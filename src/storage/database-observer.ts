import Dexie, { mergeRanges, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie'
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

/** The keys that were written since the last read, by Dexie's name of their table; null if they are not known. */
export type WrittenKeys = Readonly<ObservabilitySet> | null

/** An observed table, or the rows of it whose key is `key` or begins with `prefix`. */
export interface Observed {
  table: string
  key?: string
  prefix?: string
}

/**
 * Calls `read` now, after every write to the observed rows by any tab or the worker, and when the storage's health
 * changes. `ready` resolves to what was written since the last read. Unlike Dexie's liveQuery, this continues after a failed read. In a hidden page beside a visible one, each run of the
 * read waits, also one that a freeze interrupted.
 */
export function observeDatabase<Result>(
  { name }: Pick<Dexie, 'name'>,
  observed: readonly Observed[],
  { health, presence }: Watched,
  read: (ready: () => Promise<WrittenKeys>) => Promise<Result>,
  { onNext, onError }: DatabaseObserver<Result>,
): () => void {
  let isStopped = false
  let isReading = false
  let isStale = false
  /** Written since the last successful read. */
  let written: WrittenKeys = null
  /** Written before the read in progress. */
  let taken: WrittenKeys = {}

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
  async function ready(): Promise<WrittenKeys> {
    await presence?.whenTurn()
    isStale = false
    // A repeat of the read includes what its first run should have read.
    taken = joinWritten(taken, written)
    written = {}
    return taken
  }

  async function readOnce(): Promise<void> {
    try {
      const result = await read(ready)
      taken = {}
      if (!isStopped) onNext(result)
    } catch (error) {
      taken = null
      if (!isStopped) onError(error)
    }
  }

  const isWritten = (parts: ObservabilitySet): boolean =>
    observed.some(({ table, key, prefix = key }) => {
      const keysOf = writtenName(name, table)
      if (prefix === undefined) return Object.keys(parts).some((part) => part.startsWith(keysOf))
      const keys = parts[keysOf]
      const range = key === undefined ? new RangeSet(prefix, prefix + LAST) : new RangeSet(key)
      return keys !== undefined && rangesOverlap(keys, range)
    })
  // Dexie reports 'all' after a restore from the back/forward cache.
  const onWritten = (parts: ObservabilitySet) => {
    if (!parts['all'] && !isWritten(parts)) return
    written = parts['all'] ? null : joinWritten(written, parts)
    void look()
  }
  const lookAtAll = () => {
    written = null
    void look()
  }
  Dexie.on('storagemutated', onWritten)
  const stops = [health.subscribe(lookAtAll), presence?.onVisible(lookAtAll)]
  void look()
  return () => {
    isStopped = true
    Dexie.on('storagemutated').unsubscribe(onWritten)
    for (const stop of stops) stop?.()
  }
}

/** The name under which Dexie reports the written primary keys of a table. */
function writtenName(database: string, table: string): string {
  return `idb://${database}/${table}/`
}

/** The least and the greatest written number of a table with numbers as keys; null if none was written. */
export function spanOfWritten(
  written: WrittenKeys,
  { name }: Pick<Dexie, 'name'>,
  table: string,
): { from: number; to: number } | null {
  const all = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  if (!written) return all
  const ranges = [...RangeSet(written[writtenName(name, table)] ?? { d: 0 })]
  if (ranges.length === 0) return null
  const ends = ranges.flatMap(({ from, to }) => [from, to])
  const numbers = ends.filter((end) => typeof end === 'number')
  // Dexie reports a large write as every key, whose end is an array.
  if (numbers.length < ends.length) return all
  return {
    from: numbers.reduce((one, other) => Math.min(one, other)),
    to: numbers.reduce((one, other) => Math.max(one, other)),
  }
}

function joinWritten(one: WrittenKeys, other: WrittenKeys): WrittenKeys {
  if (!one || !other) return null
  const joined: ObservabilitySet = {}
  for (const [part, keys] of [...Object.entries(one), ...Object.entries(other)]) {
    joined[part] ??= new RangeSet()
    mergeRanges(joined[part], keys)
  }
  return joined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
