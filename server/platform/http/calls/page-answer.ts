import type { Kysely } from 'kysely'
import {
  listPositions,
  type PageQuery,
  type RowPosition,
} from '#server/platform/database/pages/page-query.ts'
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

/** One page of a list, and the cursors beside it. Without a search, also the number of rows on all pages. */
export async function makePage<Row>(
  db: Kysely<Tables>,
  { limit, q, after, isBackward, skipped, isTwoWay, makeCursor }: PageRequest,
  { choice, count, read }: PageSource<Row>,
) {
  // One row more than the limit shows whether there is a further page.
  const query = { ...choice, after, isBackward, skipped, most: limit + 1 }
  const positions = await listPositions(db, query)
  const isMore = positions.length > limit
  const shown = isBackward ? positions.slice(-limit) : positions.slice(0, limit)
  // Beside the row of a cursor there is at least that row.
  const isAtEnd = isBackward ? !after : !isMore
  const isAtStart = isBackward ? !isMore : !after && skipped === 0
  const [first, last] = [shown[0], shown.at(-1)]
  const data = await read(shown)
  const meta = {
    nextCursor: last && !isAtEnd ? makeCursor(last) : null,
    ...(isTwoWay && { previousCursor: first && !isAtStart ? makeCursor(first, true) : null }),
    total: q.trim() === '' ? await count() : null,
  }
  return { success: true, data, meta }
}
