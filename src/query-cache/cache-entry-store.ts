import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { type Chunk, layOutChunks } from './chunk-layout.ts'

// Stores the cache entries of reads. Splits the rows into chunks and writes only changed chunks, because writing 10,000
// listings as one record would block the main thread of a slow phone for 70 to 90 ms.

/** A query whose rows are separated from its other data, so that they can be stored in chunks. */
export interface SplitEntry {
  header: unknown
  rows: readonly unknown[] | null
}

export type CacheEntryStore = ReturnType<typeof createCacheEntryStore>

export function createCacheEntryStore(database: CacheDatabase) {
  const { copies, pieces } = database
  /**
   * By key, the chunks and the stamp that this tab last wrote or read. If another tab has written since, this tab
   * writes every chunk again.
   */
  const known = new Map<string, { stamp: string; pieces: readonly Chunk[] }>()
  const writer = String(crypto.getRandomValues(new Uint32Array(1))[0])
  let writes = 0

  return {
    async find(key: string): Promise<SplitEntry | null> {
      return database.transaction('r', copies, pieces, async () => {
        const entry = await copies.get(key)
        if (!entry) return null
        // A query without rows has no chunk ids. An entry of an early build has none either; the caller rejects it.
        if (!entry.pieceIds) return { header: entry.header, rows: null }
        // bulkGet returns each chunk as a separate result, so the browser deserialises each in its own task.
        const stored = await pieces.bulkGet(entry.pieceIds.map((index) => [key, index]))
        const found = stored.filter((chunk) => chunk !== undefined)
        // Discards an entry with a missing chunk: the list would stay incomplete, because deltas have only changes.
        if (found.length < stored.length) return null
        known.set(key, { stamp: entry.stamp, pieces: found })
        return { header: entry.header, rows: found.flatMap(({ rows }) => rows) }
      })
    },

    /** The stored header of an entry, without its rows. */
    async findHeader(key: string): Promise<unknown> {
      return (await copies.get(key))?.header
    },

    /** The stored headers of all entries, of all users. */
    async listHeaders(): Promise<unknown[]> {
      return (await copies.toArray()).map(({ header }) => header)
    },

    /**
     * Writes header and rows in one transaction, so that an entry never mixes two answers. Writes nothing if `isLater`
     * reports that the stored header is newer.
     */
    async set(
      key: string,
      { header, rows }: SplitEntry,
      isLater: (storedHeader: unknown) => boolean = () => false,
    ): Promise<void> {
      const written = await database.transaction('rw', copies, pieces, async () => {
        const entry = await copies.get(key)
        if (entry && isLater(entry.header)) return null
        const own = known.get(key)
        const before = own && own.stamp === entry?.stamp ? own.pieces : null
        const after = rows ? layOutChunks(rows, before ?? []) : []
        const pieceIds = rows ? after.map(({ index }) => index) : null
        // An entry with unchanged rows keeps its stamp, so that another tab with these rows does not write them again.
        const stamp = entry && before && isSame(before, after) ? entry.stamp : nextStamp()
        await copies.put({ key, header, pieceIds, stamp })
        if (before) await removeChunks(key, before, after)
        else await pieces.where('key').equals(key).delete()
        for (const chunk of after) {
          // Awaits each chunk, because `put` clones the rows synchronously: all at once would block the thread.
          if (!before?.includes(chunk)) await pieces.put({ key, ...chunk })
        }
        return { stamp, pieces: after }
      })
      if (written) known.set(key, written)
    },

    remove: (key: string): Promise<void> => removeKeys(async () => [key]),

    /** Removes each entry whose key begins with `prefix`. */
    removeAll: (prefix: string): Promise<void> => removeKeys(() => listKeys(prefix)),

    /** Removes entries whose keys begin with `prefix`: all but the `most` with the latest `timeOf(header)`. */
    keepNewest(
      prefix: string,
      most: number,
      timeOf: (storedHeader: unknown) => number,
    ): Promise<void> {
      return removeKeys(async () => {
        if ((await listKeys(prefix)).length <= most) return []
        const entries = await copies.where('key').startsWith(prefix).toArray()
        const newestFirst = entries.sort((a, b) => timeOf(b.header) - timeOf(a.header))
        return newestFirst.slice(most).map(({ key }) => key)
      })
    },

    /** Clears all entries and, in the same transaction, saved videos. A video save in progress then ends. */
    async clear(): Promise<void> {
      known.clear()
      const emptied = [copies, pieces, database.videos, database.videoPieces]
      await database.transaction('rw', emptied, async () => {
        for (const table of emptied) await table.clear()
      })
    },
  }

  function listKeys(prefix: string): Promise<string[]> {
    return copies.where('key').startsWith(prefix).primaryKeys()
  }

  async function removeKeys(findKeys: () => Promise<readonly string[]>): Promise<void> {
    await database.transaction('rw', copies, pieces, async () => {
      const keys = await findKeys()
      for (const key of keys) known.delete(key)
      if (keys.length === 0) return
      await copies.bulkDelete([...keys])
      await pieces.where('key').anyOf(keys).delete()
    })
  }

  function nextStamp(): string {
    writes += 1
    return `${writer}-${writes}`
  }

  async function removeChunks(
    key: string,
    before: readonly Chunk[],
    after: readonly Chunk[],
  ): Promise<void> {
    const remaining = new Set(after.map(({ index }) => index))
    const gone = before.filter(({ index }) => !remaining.has(index))
    if (gone.length > 0) await pieces.bulkDelete(gone.map(({ index }) => [key, index]))
  }
}

function isSame(before: readonly Chunk[], after: readonly Chunk[]): boolean {
  return before.length === after.length && before.every((chunk, place) => chunk === after[place])
}
