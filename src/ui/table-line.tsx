import { memo } from 'react'
import { type StickyEdges, stickySide } from './column-widths.ts'
import type { DataColumn } from './data-columns.ts'
import type { RowOptions, RowState } from './data-table-props.ts'
import { rowPressProps } from './row-press.ts'

/** One row of a table. The first cell is its header, and the button that opens it. */
export const TableLine = memo(PlainTableLine) as typeof PlainTableLine // memo forgets that the line is generic

function PlainTableLine<Row>({
  row,
  rowId,
  rowIndex,
  columns,
  stickyEdges,
  onOpenRow,
  state,
}: TableLineProps<Row>) {
  const open = onOpenRow && (() => onOpenRow(row))
  return (
    <tr
      aria-rowindex={rowIndex}
      data-row={rowId}
      data-state={state}
      data-leaving={state === 'leaving' || undefined}
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

interface TableLineProps<Row> extends Pick<RowOptions<Row>, 'onOpenRow'> {
  row: Row
  state: RowState
  rowId: string
  rowIndex: number
  columns: readonly DataColumn<Row>[]
  stickyEdges: StickyEdges
}
