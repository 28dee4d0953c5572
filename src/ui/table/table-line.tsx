import { memo, type ReactNode } from 'react'
import { pinnedSideOf, pinStyleOf } from './columns/column-widths.ts'
import { type DataColumn, DEFAULT_WIDTH_PX } from './columns/data-columns.ts'
import type { RowOptions, RowState } from './data-table-props.ts'
import { rowPressProps } from './row-press.ts'
import { RowCheckbox } from './row-selection.tsx'
import { CELL, ROW, ROW_HEADER } from './table-roles.ts'
import { countLines } from './wrapped-lines.ts'

const WIDE_CHAR_PX = 9 // nearly every character of a cell's text is narrower
const MEAN_CHAR_PX = 8.1 // a character of a cell's text, with its part of the gap between two columns

/** One row of a table. The first cell is the row's header, and contains the button that opens the row. */
export const TableLine = memo(PlainTableLine) as typeof PlainTableLine // memo loses the type parameter

function PlainTableLine<Row, SyncStatus>({
  row,
  rowId,
  rowIndex,
  columns,
  onOpenRow,
  onSelect,
  isSelected,
  selectLabel,
  state,
  syncStatus,
  isPassing,
}: TableLineProps<Row, SyncStatus>) {
  const open = onOpenRow && (() => onOpenRow(row))
  return (
    <tr
      {...ROW}
      aria-rowindex={rowIndex}
      data-row={rowId}
      data-state={state}
      data-leaving={state === 'leaving' || undefined}
      data-selected={isSelected || undefined}
      data-passing={isPassing || undefined}
      {...rowPressProps(open)}
    >
      {columns.map((column, index) => {
        const pinned = pinnedSideOf(columns, index)
        if (isPassing && !pinned && index > 0) return null
        const content = column.cell(row, syncStatus)
        if (isPassing && typeof content !== 'string') return null
        const cutText = findCutText(content, column)
        const isButton = index === 0 && open && !isPassing
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            {...(index === 0 ? ROW_HEADER : CELL)}
            scope={index === 0 ? 'row' : undefined}
            className={column.isId ? 'cell-id' : undefined}
            data-align={column.align}
            data-pinned={pinned}
            data-screen-only={column.isScreenOnly || undefined}
            data-holds={isButton || typeof content === 'object' || undefined}
            data-cut={cutText === undefined ? undefined : linesOf(cutText, column)}
            style={{
              ...(pinned && pinStyleOf(column.id)),
              ...(isPassing && { gridColumn: index + 1 }),
            }}
            title={cutText}
          >
            {index === 0 && onSelect && selectLabel !== undefined && !isPassing && (
              <RowCheckbox
                label={selectLabel}
                isSelected={isSelected}
                onSelect={(isRange) => onSelect(row, isRange)}
              />
            )}
            {isButton ? (
              <button type="button" className="row-open" onClick={open}>
                {content}
              </button>
            ) : cutText === undefined ? (
              content
            ) : (
              <span className="cell-lines">{cutText}</span>
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

/** Long text has smaller letters in three lines, other text two lines, within the same height. */
function linesOf<Row>(text: string, { width = DEFAULT_WIDTH_PX }: DataColumn<Row>): 2 | 3 {
  return countLines(text, width / MEAN_CHAR_PX) > 2 ? 3 : 2
}

/**
 * A cell's text if it may need a second line in its column, or an ellipsis at the end of the last line. Clipping takes more time in a scroll frame than the
 * rest of the cell's rendering, so text that is surely shorter than its column is not clipped.
 */
function findCutText<Row>(
  content: ReactNode,
  { width = DEFAULT_WIDTH_PX, isResized = false }: DataColumn<Row>,
): string | undefined {
  if (typeof content !== 'string') return undefined
  return isResized || content.length * WIDE_CHAR_PX > width ? content : undefined
}

interface TableLineProps<Row, SyncStatus> extends Pick<RowOptions<Row>, 'onOpenRow'> {
  row: Row
  /** Chooses the row, or all rows from the last chosen one; absent in a list without a choice. */
  onSelect: ((row: Row, isRange: boolean) => void) | undefined
  isSelected: boolean
  /** The accessible name of the checkbox. */
  selectLabel: string | undefined
  state: RowState
  syncStatus: SyncStatus | undefined
  rowId: string
  rowIndex: number
  columns: readonly DataColumn<Row, SyncStatus>[]
  /** The row scrolls by too fast to read: only the text of the first and of pinned columns renders. */
  isPassing: boolean
}
