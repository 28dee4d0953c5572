import type { ReactNode } from 'react'
import type { ChosenWidths } from './columns/column-widths.ts'
import type { RowSelection } from './row-selection.tsx'
import type { SortOptions } from './use-sorted-rows.ts'

export interface DataTableProps<Row, SyncStatus = never>
  extends SortOptions<Row, SyncStatus>,
    RowOptions<Row, SyncStatus> {
  rowKey: (row: Row) => string
  /** The accessible name of the table. */
  caption: string
  emptyText: ReactNode
  /** Identifies the filter. A new filter scrolls to the top; otherwise a scrolled list stays at its top row. */
  filterKey?: string
  /** The server's data, to which local changes were applied to get `rows`; `rows` itself if absent. */
  source?: unknown
  /** The height of every row; higher cells are clipped. If absent, it depends on the pointer type. */
  rowHeightPx?: number
  chosenWidths?: ChosenWidths
  /** Lets a person change the widths of columns. */
  onResize?: ResizeHandler
  /** How many rows of the whole list come before the first one here. They are not here, or there are none. */
  rowsBefore?: number
  /** Called when the first rows are rendered, and again if it is another function then: there may be rows before them. */
  onStartNear?: (() => void) | undefined
  /** The same for the last rows, and rows after them. */
  onEndNear?: (() => void) | undefined
  /** Whether scrolling the table first scrolls what is above it out of view, so that it gets the height. */
  foldsPage?: boolean
}

/** `px` is null to discard the drag. A drag reports many widths, the last of them with `isOver`. */
export type ResizeHandler = (columnId: string, px: number | null, isOver: boolean) => void

/** changed: has an unconfirmed change; leaving: to be deleted, or removed but held in place (use-held-rows.ts). */
export type RowState = 'normal' | 'leaving' | 'changed'

/** The options that table rows and cards share. */
export interface RowOptions<Row, SyncStatus = never> {
  /** Makes the first cell, and on a card the title, a button; a press anywhere on the row does the same. */
  onOpenRow?: (row: Row) => void
  rowState?: (row: Row) => RowState
  /** Lets a person choose rows. */
  selection?: RowSelection<Row> | undefined
  /** The sync status of a row's unconfirmed change, for its cells. */
  rowSyncStatus?: (row: Row) => SyncStatus | undefined
  cardTitle: (row: Row) => string
  cardMedia?: (row: Row) => ReactNode
}
