import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { buildColumnDefs, type DataColumn, type DataSort, features } from './data-columns.ts'

/** The rows in order, and the sort, which the caller may keep itself by giving `sort`. */
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
    state: { sorting },
    onSortingChange: (updater) =>
      setSort(fromSorting(typeof updater === 'function' ? updater(sorting) : updater)),
  })
  return { table, sortedRows: table.getRowModel().rows, sort: currentSort, setSort }
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
export type DataTableRow<Row extends RowData> = ReturnType<
  typeof useDataTable<Row>
>['sortedRows'][number]

function toSorting(sort: DataSort | null): SortingState {
  return sort ? [{ id: sort.columnId, desc: sort.direction === 'desc' }] : []
}

function fromSorting([first]: SortingState): DataSort | null {
  return first ? { columnId: first.id, direction: first.desc ? 'desc' : 'asc' } : null
}
