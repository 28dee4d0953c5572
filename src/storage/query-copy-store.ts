import type { CacheDatabase, QueryPiece } from './cache-database.ts'

// Saved copies of what was read. Rows are stored in pieces and only pieces that differ are written: 10,000 listings in
// one record would hold up the screen of a slow phone for 70 to 90 ms.

const ROWS_A_PIECE = 250 // about 100 kB; a structured clone of it takes a few milliseconds on a slow phone

/** A query's data with its rows apart, so that they can be stored in pieces. */
export interface SplitCopy {
  header: unknown
  rows: readonly unknown[] | null
}

export type QueryCopyStore = ReturnType<typeof createQueryCopyStore>

export function createQueryCopyStore(database: CacheDatabase) {
  const { copies, pieces } = database
  /** The rows as this tab last wrote or read them, to tell which pieces changed: rows are compared by identity. */
  const written = new Map<string, readonly unknown[]>()
  /** The stamp they had: another tab's write makes every piece worth writing again. */
  const stamps = new Map<string, string>()
  const writer = String(crypto.getRandomValues(new Uint32Array(1))[0])
  let writes = 0

  return {
    async find(key: string): Promise<SplitCopy | null> {
      return database.transaction('r', copies, pieces, async () => {
        const copy = await copies.get(key)
        if (!copy) return null
        if (copy.pieceCount === null) return { header: copy.header, rows: null }
        const stored = await pieces.where('key').equals(key).sortBy('index')
        const rows = stored.flatMap((piece) => piece.rows)
        written.set(key, rows)
        stamps.set(key, copy.stamp)
        return { header: copy.header, rows }
      })
    },

    /** What is stored beside the rows, without reading them. */
    async findHeader(key: string): Promise<unknown> {
      return (await copies.get(key))?.header
    },

    /** Header and rows are written in one transaction: a copy is never half of two answers. */
    async set(key: string, { header, rows }: SplitCopy): Promise<void> {
      const sliced = rows ? slice(key, rows) : []
      const changed = sliced.filter((piece) => !isWritten(piece))
      writes += 1
      const stamp = `${writer}-${writes}`
      await database.transaction('rw', copies, pieces, async () => {
        const isOwn = (await copies.get(key))?.stamp === stamps.get(key)
        await copies.put({ key, header, pieceCount: rows ? sliced.length : null, stamp })
        await pieces.bulkPut(isOwn ? changed : sliced)
        await pieces.where('[key+index]').between([key, sliced.length], [key, Infinity]).delete()
      })
      stamps.set(key, stamp)
      if (rows) written.set(key, rows)
    },

    async remove(key: string): Promise<void> {
      written.delete(key)
      await database.transaction('rw', copies, pieces, async () => {
        await copies.delete(key)
        await pieces.where('key').equals(key).delete()
      })
    },

    async clear(): Promise<void> {
      written.clear()
      await database.transaction('rw', copies, pieces, async () => {
        await copies.clear()
        await pieces.clear()
      })
    },
  }

  function isWritten(piece: QueryPiece): boolean {
    const before = written.get(piece.key)
    const start = piece.index * ROWS_A_PIECE
    if (!before) return false
    if (before.length < start + piece.rows.length) return false
    // A shorter last piece differs from the longer one that was there.
    if (Math.min(before.length - start, ROWS_A_PIECE) !== piece.rows.length) return false
    return piece.rows.every((row, offset) => row === before[start + offset])
  }
}

function slice(key: string, rows: readonly unknown[]): QueryPiece[] {
  const sliced: QueryPiece[] = []
  for (let start = 0; start < rows.length; start += ROWS_A_PIECE) {
    sliced.push({ key, index: sliced.length, rows: rows.slice(start, start + ROWS_A_PIECE) })
  }
  return sliced
}
