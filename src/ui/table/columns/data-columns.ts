import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A column. Its cells are plain functions, because a row has many of them and a table hundreds of rows. */
export interface DataColumn<Row, SyncStatus = never> {
  id: string
  header: string
  /** Columns of one group are adjacent, under the group's name in a second header row. */
  group?: string
  /** `syncStatus` is that of the row's unconfirmed change, if it has one. */
  cell: (row: Row, syncStatus?: SyncStatus) => ReactNode
  /** Makes the column sortable. Numbers sort as numbers, null always last. */
  sortValue?: (row: Row) => string | number | null
  align?: 'start' | 'end'
  /** CSS pixels for a mouse; DEFAULT_WIDTH_PX if absent. */
  width?: number
  /** CSS pixels for touch; a little more than `width` if absent. */
  touchWidth?: number
  /** Gets a share of the spare room, because its text may be cut at the default width. */
  canGrow?: boolean
  /** A person chose its width, so its content may be cut. */
  isResized?: boolean
  /** Contains ids, which have their own font. */
  isId?: boolean
  /** Contains a control, so the column is never narrower than its default width. */
  holdsControl?: boolean
  /** Sticky while other columns scroll sideways; keeps its position in the order. By default, the first column only. */
  isPinned?: boolean
  /** A person may pin and unpin it. */
  canPin?: boolean
  /** Left out of the table; cards still show it. */
  isHidden?: boolean
  /** On a phone's card: uses the whole width, as for a row of buttons. */
  isWide?: boolean
  /** On a phone's card: the key figure, a lead value, or a value shown on demand. By default, after the lead values. */
  onCard?: 'first' | 'lead' | 'more'
}

export interface DataSort {
  columnId: string
  direction: 'asc' | 'desc'
}

/** Returns the next sort for the current sort, which may be newer than the sort on the screen. */
export type SortUpdate = (current: DataSort | null) => DataSort | null

export const DEFAULT_WIDTH_PX = 120 // a date, a price or two words in one line

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

export type DataColumnDef<Row extends RowData> = ColumnDef<typeof features, Row, unknown>

/** TanStack's column tree: one level, or two where columns have a group. */
export function buildColumnDefs<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
): DataColumnDef<Row>[] {
  const defs: DataColumnDef<Row>[] = []
  for (const [index, column] of columns.entries()) {
    if (column.group === undefined) {
      defs.push(buildLeafDef(column))
      continue
    }
    if (columns[index - 1]?.group === column.group) continue
    const members = columns.slice(index)
    const end = members.findIndex((member) => member.group !== column.group)
    defs.push({
      id: `group ${column.id}`,
      header: column.group,
      columns: members.slice(0, end === -1 ? undefined : end).map(buildLeafDef),
    })
  }
  return defs
}

function buildLeafDef<Row extends RowData>(column: DataColumn<Row>): DataColumnDef<Row> {
  return {
    id: column.id,
    header: column.header,
    // Null becomes undefined, because TanStack sorts only undefined last in both directions.
    accessorFn: (row) => sortableOf(column.sortValue?.(row) ?? null),
    enableSorting: column.sortValue !== undefined,
    sortUndefined: 'last',
    sortFn: (rowA, rowB, id) => compareValues(rowA.getValue(id), rowB.getValue(id)),
  }
}

function sortableOf(value: string | number | null): string | number | undefined {
  return value === null || Number.isNaN(value) ? undefined : value
}

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

function compareValues(valueA: unknown, valueB: unknown): number {
  if (typeof valueA === 'number' && typeof valueB === 'number') return valueA - valueB
  return collator.compare(String(valueA), String(valueB))
}
