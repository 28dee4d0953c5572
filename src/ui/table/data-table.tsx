import type { RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'
import { CardList } from './cards/card-list.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { TableGrid } from './table-grid.tsx'
import { useDataTable } from './use-data-table.ts'
import { useHeldRows } from './use-held-rows.ts'
import { usePreservedFocus } from './use-preserved-focus.ts'
import { useTableShape } from './use-table-shape.ts'

/** One list in two shapes: a table with a fixed head, and on a narrow screen a card for each row. */
export function DataTable<Row extends RowData, SyncStatus = never>(
  props: DataTableProps<Row, SyncStatus>,
) {
  const { isNarrow, ...shape } = useTableShape()
  const { table, sortedRows: rowsInOrder, sort, setSort } = useDataTable(props)
  const { columns, rowKey, source, rowHeightPx = shape.rowHeightPx } = props
  const shownColumns = useMemo(() => columns.filter(({ isHidden }) => !isHidden), [columns])
  const view = JSON.stringify([props.filterKey, sort])
  const held = useHeldRows({ rows: rowsInOrder, rowKey, source, view })
  const { rows: sortedRows, pointerProps } = held
  const onOpenRow = useStableHandler(props.onOpenRow)
  const onSort = useStableHandler(setSort)
  usePreservedFocus((id) => sortedRows.some((row) => rowKey(row) === id))

  if (props.rows.length === 0) {
    return <div className="table-empty">{props.emptyText}</div>
  }
  const rowState = (row: Row) =>
    (held.gone.has(rowKey(row)) ? 'leaving' : props.rowState?.(row)) ?? 'normal'
  const list = { ...props, onOpenRow, sortedRows, view, rowState, pointerProps }
  return isNarrow ? (
    <CardList {...list} sort={sort} onSort={onSort} />
  ) : (
    <TableGrid
      {...list}
      {...shape}
      columns={shownColumns}
      onSort={onSort}
      table={table}
      rowHeightPx={rowHeightPx}
    />
  )
}
