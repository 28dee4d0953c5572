import { ChevronDownIcon, ChevronsUpDownIcon, ChevronUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColumnResizer } from './columns/column-resizer.tsx'
import { pinnedSideOf, pinStyleOf, widthRangeOf } from './columns/column-widths.ts'
import type { DataColumn, DataSort, SortUpdate } from './columns/data-columns.ts'
import type { ResizeHandler } from './data-table-props.ts'
import { COLUMN_HEADER, ROW, ROW_GROUP } from './table-roles.ts'

/** One header row, or two if columns have groups; a column without a group then spans both rows. */
export function TableHead<Row>({ columns, isDense, sort, onSort, onResize }: TableHeadProps<Row>) {
  const rowCount = headRowCountOf(columns)
  const renderCell = (column: DataColumn<Row>, index: number) => (
    <HeaderCell
      key={column.id}
      column={column}
      rowSpan={column.group === undefined ? rowCount : 1}
      sorted={sort?.columnId === column.id ? sort.direction : null}
      onSort={column.sortValue ? () => onSort((current) => nextSort(current, column.id)) : null}
      pinned={pinnedSideOf(columns, index)}
      resizer={
        onResize && (
          <ColumnResizer
            place={index}
            range={widthRangeOf(column, isDense)}
            onResize={(px, isOver) => onResize(column.id, px, isOver)}
          />
        )
      }
    />
  )
  return (
    <thead {...ROW_GROUP}>
      <tr {...ROW} aria-rowindex={1}>
        {columns.map((column, index) => {
          if (column.group === undefined) return renderCell(column, index)
          const isFirst = columns[index - 1]?.group !== column.group
          return isFirst && <GroupCell key={column.id} columns={columns} index={index} />
        })}
      </tr>
      {rowCount > 1 && (
        <tr {...ROW} aria-rowindex={2}>
          {columns.map((column, index) => column.group !== undefined && renderCell(column, index))}
        </tr>
      )}
    </thead>
  )
}

export function headRowCountOf<Row>(columns: readonly DataColumn<Row>[]): 1 | 2 {
  return columns.some(({ group }) => group !== undefined) ? 2 : 1
}

interface TableHeadProps<Row> {
  columns: readonly DataColumn<Row>[]
  isDense: boolean
  sort: DataSort | null
  onSort: (update: SortUpdate) => void
  onResize: ResizeHandler | undefined
}

/** The name of a group, above its columns. */
function GroupCell<Row>({
  columns,
  index,
}: {
  columns: readonly DataColumn<Row>[]
  index: number
}) {
  const group = columns[index]?.group
  const others = columns.slice(index)
  const end = others.findIndex((column) => column.group !== group)
  const span = end === -1 ? others.length : end
  return (
    <th
      {...COLUMN_HEADER}
      scope="colgroup"
      colSpan={span}
      data-group="true"
      style={{ gridColumn: `span ${span}` }}
    >
      {group}
    </th>
  )
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
      data-screen-only={column.isScreenOnly || undefined}
      style={{
        ...(rowSpan > 1 && { gridRow: `span ${rowSpan}` }),
        ...(pinned && pinStyleOf(column.id)),
      }}
    >
      {onSort ? (
        <button type="button" className="table-sort" onClick={onSort}>
          <span>{column.header}</span>
          <SortIcon size={12} />
        </button>
      ) : (
        <span>{column.header}</span>
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

type Sorted = DataSort['direction'] | null

function ariaSortOf(sorted: Sorted, canSort: boolean) {
  if (!canSort) return undefined
  if (!sorted) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function iconOf(sorted: Sorted) {
  if (!sorted) return ChevronsUpDownIcon
  return sorted === 'asc' ? ChevronUpIcon : ChevronDownIcon
}
