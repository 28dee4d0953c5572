import type { RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import { CardList } from './card-list.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { TableGrid } from './table-grid.tsx'
import { useDataTable } from './use-data-table.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useStableHandler } from './use-stable-handler.ts'
import { useTableShape } from './use-table-shape.ts'

/** One list in two shapes: a table with a fixed head, and on a narrow screen a card for each row. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { isNarrow, ...shape } = useTableShape()
  const { table, sortedRows, sort, setSort } = useDataTable(props)
  const onOpenRow = useStableHandler(props.onOpenRow)
  const onSort = useStableHandler(setSort)
  const { columns, rowHeightPx = shape.rowHeightPx } = props
  const shownColumns = useMemo(() => columns.filter(({ isHidden }) => !isHidden), [columns])
  useKeptFocus((id) => sortedRows.some((row) => props.rowKey(row) === id))

  if (props.rows.length === 0) {
    return <div className="table-empty">{props.emptyText}</div>
  }
  const view = JSON.stringify([props.filterKey, sort])
  const list = { ...props, onOpenRow, sortedRows, view }
  return isNarrow ? (
    <CardList {...list} sort={sort} onSort={onSort} />
  ) : (
    <TableGrid
      {...list}
      {...shape}
      columns={shownColumns}
      table={table}
      rowHeightPx={rowHeightPx}
    />
  )
}
