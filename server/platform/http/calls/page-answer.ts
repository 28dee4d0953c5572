import type { Kysely } from 'kysely'
import {
  listPositions,
  type PageQuery,
  type RowPosition,
} from '#server/platform/database/page-query.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { PageRequest } from './page-request.ts'

/** How one list reads its pages. */
export interface PageSource<Row> {
  choice: Omit<PageQuery, 'after' | 'most'>
  /** The number of rows on all pages; null for more than are counted one by one. */
  count(): Promise<number | null>
  /** The rows at these positions, in their order. */
  read(positions: readonly RowPosition[]): Promise<Row[]>
}

/** One page of a list, and the cursor of the next. Without a search, also the number of rows on all pages. */
export async function makePage<Row>(
  db: Kysely<Tables>,
  { limit, q, after, makeCursor }: PageRequest,
  { choice, count, read }: PageSource<Row>,
) {
  // One row more than the limit shows whether there is a next page.
  const positions = await listPositions(db, { ...choice, after, most: limit + 1 })
  const shown = positions.slice(0, limit)
  const last = positions.length > limit ? shown.at(-1) : undefined
  const data = await read(shown)
  const meta = {
    nextCursor: last ? makeCursor(last) : null,
    total: q.trim() === '' ? await count() : null,
  }
  return { success: true, data, meta }
}
