import type { RowData } from '@tanstack/react-table'
import { type CSSProperties, type UIEvent, useId, useMemo, useState } from 'react'
import { columnsWidth, stickyEdgesOf, stickyWidths } from './column-widths.ts'
import { DEFAULT_WIDTH_PX } from './data-columns.ts'
import type { DataTableProps } from './data-table-props.ts'
import { TableHead } from './table-head.tsx'
import { TableLine } from './table-line.tsx'
import type { DataTableModel } from './use-data-table.ts'
import type { HeldRows } from './use-held-rows.ts'
import { useRowKey } from './use-row-key.ts'
import { useRowWindow } from './use-row-window.ts'

const REACHABLE = { tabIndex: 0 } // a scroller has to have the focus to be scrolled by keyboard
const UNREAD = { 'aria-hidden': true } // a gap is no row of the table
const HEAD_LINE_PX = 44 // as --table-head-line in tables.css

/** The table itself, in a scroller of its own: the head and the first column stay in view. */
export function TableGrid<Row extends RowData>({
  table,
  rowKey,
  sortedRows,
  view,
  caption,
  columns,
  rowHeightPx,
  onOpenRow,
  rowState,
  pointerProps,
}: TableGridProps<Row>) {
  const captionId = useId()
  const [isShifted, setIsShifted] = useState(false)
  const headerGroups = table.getHeaderGroups()
  const headHeightPx = headerGroups.length * HEAD_LINE_PX
  const { scrollRef, indexes, abovePx, belowPx } = useRowWindow({
    count: sortedRows.length,
    rowHeightPx,
    headHeightPx,
    keyOf: useRowKey(sortedRows, rowKey),
    view,
  })
  const stickyEdges = useMemo(() => stickyEdgesOf(columns), [columns])
  const covered = stickyWidths(columns)
  // A custom property is no key of CSSProperties.
  const style = {
    '--table-row': `${rowHeightPx}px`,
    minWidth: columnsWidth(columns),
  } as CSSProperties

  return (
    <section
      ref={scrollRef}
      {...pointerProps}
      className="table-scroll"
      data-shifted={isShifted || undefined}
      aria-labelledby={captionId}
      // What has the focus comes out from under the fixed parts (WCAG 2.4.11).
      style={{ scrollPadding: `${headHeightPx}px ${covered.end}px 0 ${covered.start}px` }}
      onScroll={({ currentTarget }: UIEvent) => setIsShifted(currentTarget.scrollLeft > 0)}
      {...REACHABLE}
    >
      <table
        className="table"
        aria-rowcount={sortedRows.length + headerGroups.length}
        style={style}
      >
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width ?? DEFAULT_WIDTH_PX }} />
          ))}
        </colgroup>
        <TableHead headerGroups={headerGroups} columns={columns} stickyEdges={stickyEdges} />
        <tbody>
          <Spacer heightPx={abovePx} columnCount={columns.length} />
          {indexes.map((index) => {
            const row = sortedRows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <TableLine
                key={key}
                row={row}
                state={rowState?.(row) ?? 'normal'}
                onOpenRow={onOpenRow}
                rowId={key}
                rowIndex={index + headerGroups.length + 1}
                columns={columns}
                stickyEdges={stickyEdges}
              />
            )
          })}
          <Spacer heightPx={belowPx} columnCount={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

interface TableGridProps<Row extends RowData> extends DataTableProps<Row> {
  table: DataTableModel<Row>
  sortedRows: readonly Row[]
  /** Keep rows in their places while a pointer is over them. */
  pointerProps: HeldRows['pointerProps']
  /** By what the rows were asked for. */
  view: string
  rowHeightPx: number
}

// Stands for the rows that are not drawn.
function Spacer({ heightPx, columnCount }: { heightPx: number; columnCount: number }) {
  if (heightPx <= 0) return null
  return (
    <tr className="table-spacer" {...UNREAD}>
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  )
}
