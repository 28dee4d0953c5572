import type { RowData } from '@tanstack/react-table'
import { CardList } from './card-list.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { TableGrid } from './table-grid.tsx'
import { useDataTable } from './use-data-table.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useMediaQuery } from './use-media-query.ts'
import { useStableHandler } from './use-stable-handler.ts'

const CARD_BREAKPOINT_PX = 640 // narrower, a table shows too little of a row to be read
const ROW_HEIGHT_PX = 52 // a 44 px control and its breath

/** One list in two shapes: a table with a fixed head, and below the breakpoint a card for each row. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { cardBreakpointPx = CARD_BREAKPOINT_PX, rowHeightPx = ROW_HEIGHT_PX } = props
  const isNarrow = useMediaQuery(`(max-width: ${cardBreakpointPx - 0.02}px)`)
  const { table, sortedRows: rowsInOrder, sort, setSort } = useDataTable(props)
  const view = JSON.stringify([props.filterKey, sort])
  const { rowKey, source } = props
  const held = useHeldRows({ rows: rowsInOrder, rowKey, source, view })
  const { rows: sortedRows, pointerProps } = held
  const onOpenRow = useStableHandler(props.onOpenRow)
  const onSort = useStableHandler(setSort)
  useKeptFocus((id) => sortedRows.some((row) => rowKey(row) === id))

  if (props.rows.length === 0) {
    return <div className="table-empty">{props.emptyText}</div>
  }
  const rowState = (row: Row) =>
    (held.gone.has(rowKey(row)) ? 'leaving' : props.rowState?.(row)) ?? 'normal'
  const list = { ...props, onOpenRow, sortedRows, view, rowState, pointerProps }
  return isNarrow ? (
    <CardList {...list} sort={sort} onSort={onSort} />
  ) : (
    <TableGrid {...list} table={table} rowHeightPx={rowHeightPx} />
  )
}
