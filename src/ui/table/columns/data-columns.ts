import type { ReactNode } from 'react'

/** A column. Its cells are plain functions, because a row has many of them and a table hundreds of rows. */
export interface DataColumn<Row, SyncStatus = never> {
  id: string
  header: string
  /** Columns of one group are adjacent, under the group's name in a second header row. */
  group?: string
  /** `syncStatus` is that of the row's unconfirmed change, if it has one. */
  cell: (row: Row, syncStatus?: SyncStatus) => ReactNode
  /** Makes the column sortable. Numbers sort as numbers, texts by code points, null always last. */
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
  /** Left out of print, because it only does something. */
  isScreenOnly?: boolean
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
