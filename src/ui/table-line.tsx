import { memo } from 'react'
import { isPinnedAt, pinStyleOf } from './column-widths.ts'
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
        const isPinned = isPinnedAt(column, index)
        const content = column.cell(row)
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            scope={index === 0 ? 'row' : undefined}
            data-align={column.align}
            data-pinned={isPinned || undefined}
            style={isPinned ? pinStyleOf(column.id) : undefined}
            // Text may be cut at the column's edge.
            title={column.canGrow && typeof content === 'string' ? content : undefined}
          >
            {index === 0 && open ? (
              <button type="button" className="row-open" onClick={open}>
                {content}
              </button>
            ) : (
              content
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
}
