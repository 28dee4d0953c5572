import { type StickyEdges, stickySide } from './column-widths.ts'
import type { DataColumn } from './data-columns.ts'
import type { RowOptions } from './data-table-props.ts'
import { rowPressProps } from './row-press.ts'

/** One row of a table. The first cell is its header, and the button that opens it. */
export function TableLine<Row>({
  row,
  rowId,
  rowIndex,
  columns,
  stickyEdges,
  onOpenRow,
  rowState,
}: TableLineProps<Row>) {
  const open = onOpenRow && (() => onOpenRow(row))
  return (
    <tr
      aria-rowindex={rowIndex}
      data-row={rowId}
      data-state={rowState?.(row) ?? 'normal'}
      {...rowPressProps(open)}
    >
      {columns.map((column, index) => {
        const edge = stickyEdges.get(column.id)
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            scope={index === 0 ? 'row' : undefined}
            data-align={column.align}
            data-sticky={stickySide(edge)}
            style={edge}
          >
            {index === 0 && open ? (
              <button type="button" className="row-open" onClick={open}>
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

interface TableLineProps<Row> extends RowOptions<Row> {
  row: Row
  rowId: string
  rowIndex: number
  columns: readonly DataColumn<Row>[]
  stickyEdges: StickyEdges
}
