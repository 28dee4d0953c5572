import type { HeaderGroup, RowData } from '@tanstack/react-table'
import { type StickyEdge, type StickyEdges, stickySide } from './column-widths.ts'
import type { DataColumn, features } from './data-columns.ts'
import { Icon } from './icon.tsx'

/** One header row, or two where columns have a group; a column without one then spans both. */
export function TableHead<Row extends RowData>({
  headerGroups,
  columns,
  stickyEdges,
}: TableHeadProps<Row>) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  const lastDepth = headerGroups.length - 1
  return (
    <thead>
      {headerGroups.map((group, depth) => (
        <tr key={group.id} aria-rowindex={depth + 1}>
          {group.headers.map((header) => {
            const column = byId.get(header.column.id)
            if (!column) {
              return (
                <th key={header.id} scope="colgroup" colSpan={header.colSpan} data-group="true">
                  {String(header.column.columnDef.header)}
                </th>
              )
            }
            // Drawn already, by its placeholder in the row above.
            if (depth > 0 && column.group === undefined) return null
            return (
              <HeaderCell
                key={header.id}
                column={column}
                rowSpan={column.group === undefined ? lastDepth + 1 : 1}
                sorted={header.column.getIsSorted()}
                onSort={header.column.getCanSort() ? () => header.column.toggleSorting() : null}
                edge={stickyEdges.get(column.id)}
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
  stickyEdges: StickyEdges
}

function HeaderCell<Row>({ column, rowSpan, sorted, onSort, edge }: HeaderCellProps<Row>) {
  return (
    <th
      scope="col"
      rowSpan={rowSpan > 1 ? rowSpan : undefined}
      aria-sort={ariaSortOf(sorted, onSort !== null)}
      data-align={column.align}
      data-sticky={stickySide(edge)}
      style={edge}
    >
      {onSort ? (
        <button type="button" className="table-sort" onClick={onSort}>
          <span>{column.header}</span>
          <Icon name={iconOf(sorted)} size={14} />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

interface HeaderCellProps<Row> {
  column: DataColumn<Row>
  rowSpan: number
  sorted: Sorted
  onSort: (() => void) | null
  edge: StickyEdge | undefined
}

type Sorted = false | 'asc' | 'desc'

function ariaSortOf(sorted: Sorted, canSort: boolean) {
  if (!canSort) return undefined
  if (!sorted) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function iconOf(sorted: Sorted) {
  if (!sorted) return 'sort'
  return sorted === 'asc' ? 'chevron-up' : 'chevron-down'
}
