import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { layOutPieces, type Piece } from './piece-layout.ts'

// Saved copies of what was read. Rows are stored in pieces and only pieces that differ are written: 10,000 listings in
// one record would hold up the screen of a slow phone for 70 to 90 ms.

/** A query's data with its rows apart, so that they can be stored in pieces. */
export interface SplitCopy {
  header: unknown
  rows: readonly unknown[] | null
}

export type QueryCopyStore = ReturnType<typeof createQueryCopyStore>

export function createQueryCopyStore(database: CacheDatabase) {
  const { copies, pieces } = database
  /**
   * The pieces as this tab last wrote or read them, and the stamp that they had: what another tab wrote since makes
   * every piece worth writing again.
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
        // Each piece is an answer of its own, and so is taken in on a turn of its own.
        const stored = await pieces.bulkGet(copy.pieceIds.map((index) => [key, index]))
        const found = stored.filter((piece) => piece !== undefined)
        // With a hole in it the list would stay short: later answers tell only what changed.
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
     * Header and rows are written in one transaction: a copy is never half of two answers. Nothing is written when
     * `isLater` says that the stored header is of a later one.
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
          // One a turn: the browser clones a row's text before `put` returns.
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

    /** Whoever's copies go, their saved videos go in the same step: a save under way finds itself ended. */
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
