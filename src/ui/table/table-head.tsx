import type { HeaderGroup, RowData } from '@tanstack/react-table'
import { ChevronDownIcon, ChevronsUpDownIcon, ChevronUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColumnResizer } from './columns/column-resizer.tsx'
import {
  type ColumnWidth,
  pinnedSideOf,
  pinStyleOf,
  widthRangeOf,
} from './columns/column-widths.ts'
import type { DataColumn, DataSort, features, SortUpdate } from './columns/data-columns.ts'
import type { ResizeHandler } from './data-table-props.ts'
import { COLUMN_HEADER, ROW, ROW_GROUP } from './table-roles.ts'

/** One header row, or two if columns have groups; a column without a group then spans both rows. */
export function TableHead<Row extends RowData>({
  headerGroups,
  columns,
  widths,
  isDense,
  onSort,
  onResize,
}: TableHeadProps<Row>) {
  const places = new Map(columns.map(({ id }, index) => [id, index]))
  const lastDepth = headerGroups.length - 1
  return (
    <thead {...ROW_GROUP}>
      {headerGroups.map((group, depth) => (
        <tr key={group.id} {...ROW} aria-rowindex={depth + 1}>
          {group.headers.map((header) => {
            const index = places.get(header.column.id) ?? -1
            const column = columns[index]
            if (!column) {
              return (
                <th
                  key={header.id}
                  {...COLUMN_HEADER}
                  scope="colgroup"
                  colSpan={header.colSpan}
                  data-group="true"
                  style={{ gridColumn: `span ${header.colSpan}` }}
                >
                  {String(header.column.columnDef.header)}
                </th>
              )
            }
            // The row above has already rendered this heading, which spans both rows.
            if (depth > 0 && column.group === undefined) return null
            return (
              <HeaderCell
                key={header.id}
                column={column}
                rowSpan={column.group === undefined ? lastDepth + 1 : 1}
                sorted={header.column.getIsSorted()}
                onSort={
                  header.column.getCanSort()
                    ? () => onSort((current) => nextSort(current, column.id))
                    : null
                }
                pinned={pinnedSideOf(columns, index)}
                resizer={
                  onResize && (
                    <ColumnResizer
                      name={column.header}
                      place={index}
                      widthPx={widths[index]?.px ?? 0}
                      range={widthRangeOf(column, isDense)}
                      onResize={(px, isOver) => onResize(column.id, px, isOver)}
                    />
                  )
                }
              />
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

interface TableHeadProps<Row extends RowData> {
  headerGroups: HeaderGroup<typeof features, Row>[]
  columns: readonly DataColumn<Row>[]
  widths: readonly ColumnWidth[]
  isDense: boolean
  onSort: (update: SortUpdate) => void
  onResize: ResizeHandler | undefined
}

/** The order after a press of a heading: ascending, then descending, then the default order. */
function nextSort(current: DataSort | null, columnId: string): DataSort | null {
  if (current?.columnId !== columnId) return { columnId, direction: 'asc' }
  return current.direction === 'asc' ? { columnId, direction: 'desc' } : null
}

function HeaderCell<Row>({
  column,
  rowSpan,
  sorted,
  onSort,
  pinned,
  resizer,
}: HeaderCellProps<Row>) {
  const SortIcon = iconOf(sorted)
  return (
    <th
      {...COLUMN_HEADER}
      scope="col"
      rowSpan={rowSpan > 1 ? rowSpan : undefined}
      aria-sort={ariaSortOf(sorted, onSort !== null)}
      data-align={column.align}
      data-pinned={pinned}
      style={{
        ...(rowSpan > 1 && { gridRow: `span ${rowSpan}` }),
        ...(pinned && pinStyleOf(column.id)),
      }}
      // Keeps the resizer's label out of the accessible name.
      aria-label={resizer ? column.header : undefined}
    >
      {onSort ? (
        <button type="button" className="table-sort" onClick={onSort}>
          <span>{column.header}</span>
          <SortIcon size={12} />
        </button>
      ) : (
        column.header
      )}
      {resizer}
    </th>
  )
}

interface HeaderCellProps<Row> {
  column: DataColumn<Row>
  rowSpan: number
  sorted: Sorted
  onSort: (() => void) | null
  pinned: ReturnType<typeof pinnedSideOf>
  resizer: ReactNode
}

type Sorted = false | 'asc' | 'desc'

function ariaSortOf(sorted: Sorted, canSort: boolean) {
  if (!canSort) return undefined
  if (!sorted) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function iconOf(sorted: Sorted) {
  if (!sorted) return ChevronsUpDownIcon
  return sorted === 'asc' ? ChevronUpIcon : ChevronDownIcon
}
