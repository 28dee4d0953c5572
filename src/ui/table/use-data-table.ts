import { type RowData, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import {
  buildColumnDefs,
  type DataColumn,
  type DataSort,
  features,
  type SortUpdate,
} from './columns/data-columns.ts'

/** Returns the sorted rows, or `rows` without a sort, and the sort. A caller that passes `sort` controls the sort. */
export function useDataTable<Row extends RowData>({
  columns,
  rows,
  rowKey,
  sort,
  onSortChange,
}: DataTableOptions<Row>) {
  const [ownSort, setOwnSort] = useState<DataSort | null>(null)
  const currentSort = sort === undefined ? ownSort : sort
  const columnDefs = useMemo(() => buildColumnDefs(columns), [columns])
  const sorting = useMemo(
    () =>
      currentSort ? [{ id: currentSort.columnId, desc: currentSort.direction === 'desc' }] : [],
    [currentSort],
  )
  // A hidden column stays a column of the table, so that it can still sort the rows.
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, isHidden }) => [id, !isHidden])),
    [columns],
  )
  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowKey,
    state: { sorting, columnVisibility },
  })
  // The model is read only with a sort: it creates an object for each row, and all of them again when one row changes.
  const model = currentSort && table.getRowModel()
  const sortedRows = useMemo(
    () => model?.rows.map(({ original }) => original) ?? rows,
    [model, rows],
  )
  return { table, sortedRows, sort: currentSort, setSort: onSortChange ?? setOwnSort }
}

export interface DataTableOptions<Row, SyncStatus = never> {
  columns: readonly DataColumn<Row, SyncStatus>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Requires `onSortChange`. Without both, the table manages its own sort. */
  sort?: DataSort | null
  onSortChange?: (update: SortUpdate) => void
}

export type DataTableModel<Row extends RowData> = ReturnType<typeof useDataTable<Row>>['table']
