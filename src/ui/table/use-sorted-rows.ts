import { useMemo, useState } from 'react'
import type { DataColumn, DataSort, SortUpdate } from './columns/data-columns.ts'
import { sortRows } from './columns/sort-rows.ts'

/** Returns the sorted rows, or `rows` without a sort, and the sort. A caller that passes `sort` controls the sort. */
export function useSortedRows<Row>({
  columns,
  rows,
  rowKey,
  sort,
  onSortChange,
}: SortOptions<Row>) {
  const [ownSort, setOwnSort] = useState<DataSort | null>(null)
  const currentSort = sort === undefined ? ownSort : sort
  // A hidden column can still sort the rows.
  const sortValue = columns.find(({ id }) => id === currentSort?.columnId)?.sortValue
  const direction = currentSort?.direction
  const sortedRows = useMemo(
    () => (sortValue && direction ? sortRows(rows, { sortValue, direction, rowKey }) : rows),
    [rows, sortValue, direction, rowKey],
  )
  return { sortedRows, sort: currentSort, setSort: onSortChange ?? setOwnSort }
}

export interface SortOptions<Row, SyncStatus = never> {
  columns: readonly DataColumn<Row, SyncStatus>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Requires `onSortChange`. Without both, the table manages its own sort. */
  sort?: DataSort | null
  onSortChange?: (update: SortUpdate) => void
}
