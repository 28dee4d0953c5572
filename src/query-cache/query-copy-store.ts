import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { layOutPieces, type Piece } from './piece-layout.ts'

// Stores the cache entries of reads. Rows are split into chunks, and only changed chunks are written: 10,000 listings in
// one record would block the screen of a slow phone for 70 to 90 ms.

/** A query's data with separate rows, so that they can be stored in chunks. */
export interface SplitCopy {
  header: unknown
  rows: readonly unknown[] | null
}

export type QueryCopyStore = ReturnType<typeof createQueryCopyStore>

export function createQueryCopyStore(database: CacheDatabase) {
  const { copies, pieces } = database
  /**
   * The chunks and the stamp that this tab last wrote or read. If another tab has written since, this tab writes every
   * chunk again.
   */
  const known = new Map<string, { stamp: string; pieces: readonly Piece[] }>()
  const writer = String(crypto.getRandomValues(new Uint32Array(1))[0])
  let writes = 0

  return {
    async find(key: string): Promise<SplitCopy | null> {
      return database.transaction('r', copies, pieces, async () => {
        const copy = await copies.get(key)
        if (!copy) return null
        // An earlier build kept no ids of pieces; its format is discarded by the header.
        if (!copy.pieceIds) return { header: copy.header, rows: null }
        // Each chunk is a separate result, and so is deserialised in its own task.
        const stored = await pieces.bulkGet(copy.pieceIds.map((index) => [key, index]))
        const found = stored.filter((piece) => piece !== undefined)
        // A missing chunk would leave the list incomplete: later answers have only changes.
        if (found.length < stored.length) return null
        known.set(key, { stamp: copy.stamp, pieces: found })
        return { header: copy.header, rows: found.flatMap(({ rows }) => rows) }
      })
    },

    /** What is stored beside the rows, without reading them. */
    async findHeader(key: string): Promise<unknown> {
      return (await copies.get(key))?.header
    },

    /**
     * Writes header and rows in one transaction, so that an entry never mixes two answers. Writes nothing if `isLater`
     * reports that the stored header is newer.
     */
    async set(
      key: string,
      { header, rows }: SplitCopy,
      isLater: (storedHeader: unknown) => boolean = () => false,
    ): Promise<void> {
      const written = await database.transaction('rw', copies, pieces, async () => {
        const copy = await copies.get(key)
        if (copy && isLater(copy.header)) return null
        const own = known.get(key)
        const before = own && own.stamp === copy?.stamp ? own.pieces : null
        const after = rows ? layOutPieces(rows, before ?? []) : []
        const pieceIds = rows ? after.map(({ index }) => index) : null
        // The same rows keep their stamp: another tab that has them need not write them again.
        const stamp = copy && before && isSame(before, after) ? copy.stamp : nextStamp()
        await copies.put({ key, header, pieceIds, stamp })
        if (before) await removePieces(key, before, after)
        else await pieces.where('key').equals(key).delete()
        for (const piece of after) {
          // One at a time: the browser clones the rows before `put` returns.
          if (!before?.includes(piece)) await pieces.put({ key, ...piece })
        }
        return { stamp, pieces: after }
      })
      if (written) known.set(key, written)
    },

    async remove(key: string): Promise<void> {
      known.delete(key)
      await database.transaction('rw', copies, pieces, async () => {
        await copies.delete(key)
        await pieces.where('key').equals(key).delete()
      })
    },

    /** Also clears saved videos in the same transaction, so that a running save detects its end. */
    async clear(): Promise<void> {
      known.clear()
      const emptied = [copies, pieces, database.videos, database.videoPieces]
      await database.transaction('rw', emptied, async () => {
        for (const table of emptied) await table.clear()
      })
    },
  }

  function nextStamp(): string {
    writes += 1
    return `${writer}-${writes}`
  }

  async function removePieces(
    key: string,
    before: readonly Piece[],
    after: readonly Piece[],
  ): Promise<void> {
    const kept = new Set(after.map(({ index }) => index))
    const gone = before.filter(({ index }) => !kept.has(index))
    if (gone.length > 0) await pieces.bulkDelete(gone.map(({ index }) => [key, index]))
  }
}

function isSame(before: readonly Piece[], after: readonly Piece[]): boolean {
  return before.length === after.length && before.every((piece, place) => piece === after[place])
}
