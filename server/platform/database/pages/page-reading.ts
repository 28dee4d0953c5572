import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { listPositions, type PageQuery, type RowPosition } from './page-query.ts'

const ROWS_AT_ONCE = 500 // other requests wait for them on the embedded database, about 20 ms

/** Reads one page after the other, at most `most` rows from a place on. */
type ReadPage<Row> = (after: RowPosition | null, most: number) => Promise<ReadRows<Row>>

interface ReadRows<Row> {
  rows: readonly Row[]
  positions: readonly RowPosition[]
}

/**
 * All rows of a list in parts. They are read without a transaction, which would block writes: a row that changes
 * meanwhile is there in one state or the other.
 */
export async function* readAllPages<Row>(
  readPage: ReadPage<Row>,
): AsyncGenerator<readonly Row[], void, void> {
  let after: RowPosition | null = null
  for (;;) {
    const { rows, positions }: ReadRows<Row> = await readPage(after, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows
    const last = positions.at(-1)
    if (positions.length < ROWS_AT_ONCE || !last) return
    after = last
    // Queries of the embedded database settle in microtasks, in which nothing else of the process would run.
    await nextTurn()
  }
}

/** `readAllPages` for a list of `listPositions`; `getRows` reads the rows of its positions. */
export function readAllRows<Row>(
  db: Kysely<Tables>,
  choice: Omit<PageQuery, 'after' | 'most'>,
  getRows: (positions: readonly RowPosition[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void, void> {
  return readAllPages(async (after, most) => {
    const positions = await listPositions(db, { ...choice, after, most })
    return { positions, rows: await getRows(positions) }
  })
}
