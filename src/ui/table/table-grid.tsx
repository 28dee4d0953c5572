import { type UIEvent, useId, useMemo, useState } from 'react'
import { columnWidthsOf, pinnedSidesOf, widthStylesOf } from './columns/column-widths.ts'
import type { DataSort, SortUpdate } from './columns/data-columns.ts'
import type { DataTableProps } from './data-table-props.ts'
import { headRowCountOf, TableHead } from './table-head.tsx'
import { TableLine } from './table-line.tsx'
import { ROW_GROUP, TABLE } from './table-roles.ts'
import { useEndsNear } from './use-ends-near.ts'
import type { HeldRows } from './use-held-rows.ts'
import { usePageFold } from './use-page-fold.ts'
import { useRowKey } from './use-row-key.ts'
import { useRowWindow } from './use-row-window.ts'
import { lineStyleOf } from './use-table-shape.ts'

const GROUPED_HEAD_LINE_PX = 24 // two lines in nearly the room of one; the least target size (WCAG 2.5.8)
const REACHABLE = { tabIndex: 0 } // keyboard scrolling needs a focusable scroller

/** The table itself, in a scroller of its own: the head and pinned columns stay in view. */
export function TableGrid<Row, SyncStatus>({
  rowKey,
  sortedRows,
  view,
  caption,
  columns,
  rowHeightPx,
  headLinePx: shapeHeadLinePx,
  isDense,
  chosenWidths,
  sort,
  onSort,
  onResize,
  onOpenRow,
  selection,
  onSelect,
  rowState,
  rowSyncStatus,
  pointerProps,
  foldsPage = false,
  rowsBefore = 0,
  onStartNear,
  onEndNear,
}: TableGridProps<Row, SyncStatus>) {
  const captionId = useId()
  const foldPage = usePageFold()
  const [isShifted, setIsShifted] = useState(false)
  const headRowCount = headRowCountOf(columns)
  const headLinePx = headRowCount > 1 && isDense ? GROUPED_HEAD_LINE_PX : shapeHeadLinePx
  const headHeightPx = headRowCount * headLinePx
  const { isPrinting, scrollRef, onScroll, first, end, isPassing, abovePx, belowPx } = useRowWindow(
    {
      count: sortedRows.length,
      rowHeightPx,
      headHeightPx,
      keyOf: useRowKey(sortedRows, rowKey),
      view,
      rowsBefore,
    },
  )
  useEndsNear({ first, end, count: sortedRows.length, isPrinting, onStartNear, onEndNear })
  const widths = useMemo(
    () => columnWidthsOf(columns, isDense, chosenWidths),
    [columns, isDense, chosenWidths],
  )
  const { startPx, endPx } = pinnedSidesOf(columns, widths)
  const style = {
    ...lineStyleOf({ rowHeightPx, headLinePx }),
    ...widthStylesOf(columns, widths),
  }

  return (
    <section
      ref={scrollRef}
      {...pointerProps}
      className="table-scroll"
      data-shifted={isShifted || undefined}
      data-dense={isDense || undefined}
      aria-labelledby={captionId}
      // Scrolls the focused element clear of the sticky parts (WCAG 2.4.11).
      style={{ scrollPadding: `${headHeightPx}px ${endPx}px 0 ${startPx}px` }}
      onScroll={({ currentTarget }: UIEvent) => {
        setIsShifted(currentTarget.scrollLeft > 0)
        if (foldsPage) foldPage(currentTarget.scrollTop)
        onScroll()
      }}
      {...REACHABLE}
    >
      <table
        className="table"
        {...TABLE}
        aria-rowcount={rowsBefore + sortedRows.length + headRowCount}
        style={style}
      >
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <TableHead
          columns={columns}
          isDense={isDense}
          sort={sort}
          onSort={onSort}
          onResize={onResize}
        />
        <tbody {...ROW_GROUP} style={{ paddingTop: abovePx, paddingBottom: belowPx }}>
          {sortedRows.slice(first, end).map((row, place) => {
            const key = rowKey(row)
            return (
              <TableLine
                key={key}
                row={row}
                state={rowState?.(row) ?? 'normal'}
                syncStatus={rowSyncStatus?.(row)}
                onOpenRow={onOpenRow}
                onSelect={onSelect}
                isSelected={selection?.isSelected(key) ?? false}
                selectLabel={selection?.labelOf(row)}
                rowId={key}
                rowIndex={rowsBefore + first + place + headRowCount + 1}
                columns={columns}
                isPassing={isPassing(first + place)}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface TableGridProps<Row, SyncStatus> extends Omit<DataTableProps<Row, SyncStatus>, 'sort'> {
  /** Chooses a row, or all rows from the last chosen one. */
  onSelect: ((row: Row, isRange: boolean) => void) | undefined
  sortedRows: readonly Row[]
  /** Props of the scroller that keep rows in their places while a pointer is over them. */
  pointerProps: HeldRows['pointerProps']
  /** Identifies the rows' filter and order. */
  view: string
  rowHeightPx: number
  headLinePx: number
  isDense: boolean
  sort: DataSort | null
  onSort: (update: SortUpdate) => void
}
