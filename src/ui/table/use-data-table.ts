import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import {
  buildColumnDefs,
  type DataColumn,
  type DataSort,
  features,
} from './columns/data-columns.ts'

/** The sorted rows (as given without a sort), and the sort, which the caller can control by giving `sort`. */
export function useDataTable<Row extends RowData>({
  columns,
  rows,
  rowKey,
  sort,
  initialSort,
  onSortChange,
}: DataTableOptions<Row>) {
  const [ownSort, setOwnSort] = useState<DataSort | null>(initialSort ?? null)
  const currentSort = sort === undefined ? ownSort : sort
  const columnDefs = useMemo(() => buildColumnDefs(columns), [columns])
  const sorting = useMemo(() => toSorting(currentSort), [currentSort])
  // A hidden column still sorts.
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id, isHidden }) => [id, !isHidden])),
    [columns],
  )

  function setSort(next: DataSort | null) {
    setOwnSort(next)
    onSortChange?.(next)
  }

  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowKey,
    enableMultiSort: false,
    state: { sorting, columnVisibility },
    onSortingChange: (updater) =>
      setSort(fromSorting(typeof updater === 'function' ? updater(sorting) : updater)),
  })
  // Only with a sort: the library creates an object per row, again each time that a row changes.
  const model = currentSort && table.getRowModel()
  const sortedRows = useMemo(
    () => model?.rows.map(({ original }) => original) ?? rows,
    [model, rows],
  )
  return { table, sortedRows, sort: currentSort, setSort }
}

export interface DataTableOptions<Row> {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: DataSort | null
  initialSort?: DataSort | null
  onSortChange?: (sort: DataSort | null) => void
}

export type DataTableModel<Row extends RowData> = ReturnType<typeof useDataTable<Row>>['table']

function toSorting(sort: DataSort | null): SortingState {
  return sort ? [{ id: sort.columnId, desc: sort.direction === 'desc' }] : []
}

function fromSorting([first]: SortingState): DataSort | null {
  return first ? { columnId: first.id, direction: first.desc ? 'desc' : 'asc' } : null
}
