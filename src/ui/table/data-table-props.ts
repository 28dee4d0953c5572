import type { ReactNode } from 'react'
import type { ChosenWidths } from './columns/column-widths.ts'
import type { DataTableOptions } from './use-data-table.ts'

export interface DataTableProps<Row> extends DataTableOptions<Row>, RowOptions<Row> {
  /** The accessible name of the table. */
  caption: string
  emptyText: ReactNode
  /** By what the rows were filtered: rows that come or go under the same filter leave the others where they are. */
  filterKey?: string
  /** What the rows were read from, where changes of this device lie over it; `rows` themselves if absent. */
  source?: unknown
  /** The height of every line of the table, to which its cells are cut; by the kind of pointer if absent. */
  rowHeightPx?: number
  chosenWidths?: ChosenWidths
  /** Lets a person change the widths of columns. */
  onResize?: ResizeHandler
}

/** `px` is null where the width is the column's own again; a drag reports many widths and is over with the last. */
export type ResizeHandler = (columnId: string, px: number | null, isOver: boolean) => void

/** changed: something waits or has just been decided; leaving: to be deleted. */
export type RowState = 'normal' | 'leaving' | 'changed'

/** What the lines of the table and the cards have in common. */
export interface RowOptions<Row> {
  /** Makes the first cell, and on a card the title, a button; a press anywhere on the row does the same. */
  onOpenRow?: (row: Row) => void
  rowState?: (row: Row) => RowState
  cardTitle: (row: Row) => string
  cardMedia?: (row: Row) => ReactNode
}
