import type { ListOrder } from '#src/domain/query/list-orders.ts'
import type { DataColumn, DataSort } from '#src/ui/table/columns/data-columns.ts'
import { sortRows } from '#src/ui/table/columns/sort-rows.ts'

/** The order of a file, which is that of the table. */
export interface ExportOrder<Row> {
  rowCount: number
  rowsInOrder(): readonly Row[]
  /** The parameter `sort` of the server; null for its own order, newest first. */
  sort: string | null
  /** The heading of the column that the table is sorted by, if only a device has that order. */
  ofDevice: string | null
}

interface SortedTable<Row> {
  columns: readonly DataColumn<Row>[]
  sort: DataSort | null
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The orders that the server has, by the ids of their columns. */
  orders: Readonly<Record<string, Pick<ListOrder<never>, 'sort'>>>
}

export function exportOrderOf<Row>({
  columns,
  sort,
  rows,
  rowKey,
  orders,
}: SortedTable<Row>): ExportOrder<Row> {
  const column = sort && columns.find(({ id }) => id === sort.columnId)
  const sortValue = column?.sortValue
  if (!sort || !sortValue)
    return { rowCount: rows.length, rowsInOrder: () => rows, sort: null, ofDevice: null }
  const { direction } = sort
  const known = orders[column.id]
  return {
    rowCount: rows.length,
    rowsInOrder: () => sortRows(rows, { sortValue, direction, rowKey }),
    sort: known ? `${direction === 'desc' ? '-' : ''}${known.sort}` : null,
    ofDevice: known ? null : column.header,
  }
}
