import { useMemo } from 'react'
import { MOST_PRINTED } from '#src/ui/use-is-printing.ts'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'
import { CardList } from './cards/card-list.tsx'
import type { DataTableProps } from './data-table-props.ts'
import { TableGrid } from './table-grid.tsx'
import { useHeldRows } from './use-held-rows.ts'
import { usePreservedFocus } from './use-preserved-focus.ts'
import { useSortedRows } from './use-sorted-rows.ts'
import { useTableShape } from './use-table-shape.ts'

/** One list in two shapes: a table with a fixed head, and on a narrow screen a card for each row. */
export function DataTable<Row, SyncStatus = never>(props: DataTableProps<Row, SyncStatus>) {
  const { isNarrow, ...shape } = useTableShape()
  const { sortedRows: rowsInOrder, sort, setSort } = useSortedRows(props)
  const { columns, rowKey, source, rowHeightPx = shape.rowHeightPx } = props
  const shownColumns = useMemo(() => columns.filter(({ isHidden }) => !isHidden), [columns])
  const view = JSON.stringify([props.filterKey, sort])
  // Rows that join above stay above: the row under the pointer keeps its place by scrolling.
  const heldView = `${view} ${props.rowsBefore ?? 0}`
  const held = useHeldRows({ rows: rowsInOrder, rowKey, source, view: heldView })
  const { rows: sortedRows, pointerProps } = held
  const onOpenRow = useStableHandler(props.onOpenRow)
  const { selection } = props
  const onSelect = useStableHandler(
    selection && ((row: Row, isRange: boolean) => selection.onSelect(row, isRange, sortedRows)),
  )
  const onSort = useStableHandler(setSort)
  usePreservedFocus((id) => sortedRows.some((row) => rowKey(row) === id))

  if (props.rows.length === 0) {
    return <div className="table-empty">{props.emptyText}</div>
  }
  const rowState = (row: Row) =>
    (held.gone.has(rowKey(row)) ? 'leaving' : props.rowState?.(row)) ?? 'normal'
  const list = {
    ...props,
    onOpenRow,
    onSelect,
    sortedRows,
    view,
    rowState,
    pointerProps,
    sort,
    onSort,
  }
  return (
    <>
      {isNarrow ? (
        <CardList {...list} />
      ) : (
        <TableGrid {...list} {...shape} columns={shownColumns} rowHeightPx={rowHeightPx} />
      )}
      {props.foldsPage && sortedRows.length > MOST_PRINTED && (
        <p className="print-only">
          {`The first ${groupCount(MOST_PRINTED)} of ${groupCount(sortedRows.length)}. Narrow the list to print the others.`}
        </p>
      )}
    </>
  )
}

function groupCount(count: number): string {
  return count.toLocaleString('en-IN')
}
