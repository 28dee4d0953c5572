import { type DataColumn, DEFAULT_WIDTH_PX } from './data-columns.ts'

const TOUCH_EXTRA_PX = 24 // wider padding and larger text
const LEAST_WIDTH_PX = 48 // three letters and their padding
const MOST_WIDTH_PX = 640
const UNPINNED_ROOM_PX = 120 // a column that scrolls between the pinned ones

/** CSS pixels by the ids of columns. */
export type ChosenWidths = Readonly<Record<string, number>>

export interface WidthRange {
  minPx: number
  maxPx: number
}

/** What a person may choose for a column. One that holds a control is never narrower than it. */
export function widthRangeOf<Row>(column: DataColumn<Row>, isDense: boolean): WidthRange {
  const minPx = column.holdsControl ? defaultWidthOf(column, isDense) : LEAST_WIDTH_PX
  return { minPx, maxPx: MOST_WIDTH_PX }
}

export function clampWidth(px: number, { minPx, maxPx }: WidthRange): number {
  return Math.min(maxPx, Math.max(minPx, Math.round(px)))
}

/** A column's width: `px`, and of the room that all columns leave free the part `share`. */
export interface ColumnWidth {
  px: number
  share: number
}

/** Text columns whose width nobody chose share the spare room, each by its width; without any, all columns do. */
export function columnWidthsOf<Row>(
  columns: readonly DataColumn<Row>[],
  isDense: boolean,
  chosen: ChosenWidths = {},
): ColumnWidth[] {
  const textColumns = columns.filter(({ id, canGrow }) => canGrow && chosen[id] === undefined)
  const growing = new Set(textColumns.length > 0 ? textColumns : columns)
  const pxOf = (column: DataColumn<Row>) => {
    const chosenPx = chosen[column.id]
    if (chosenPx === undefined) return defaultWidthOf(column, isDense)
    return clampWidth(chosenPx, widthRangeOf(column, isDense))
  }
  const growingPx = sum([...growing].map(pxOf))
  return columns.map((column) => {
    const px = pxOf(column)
    return { px, share: growing.has(column) ? px / growingPx : 0 }
  })
}

/**
 * What the table's styles need: the grid of a line, and how far from each edge a pinned column stops. A percentage of an
 * inset is of the scroller's width, so no script measures anything and a line is not drawn again when a width changes.
 */
export function widthStylesOf<Row>(
  columns: readonly DataColumn<Row>[],
  widths: readonly ColumnWidth[],
): Record<string, string> {
  const totalPx = sum(widths.map(({ px }) => px))
  const pinned = columns.flatMap((column, index) => {
    const width = widths[index]
    return width && pinnedSideOf(columns, index) ? [{ id: column.id, width }] : []
  })
  const pinnedPx = sum(pinned.map(({ width }) => width.px))
  const styles: Record<string, string> = {
    minWidth: `${totalPx}px`,
    '--columns': widths.map(trackOf).join(' '),
    '--spare': `max(0px, 100% - ${totalPx}px)`,
    // In a scroller too narrow for the pinned columns their edges are far outside: none of them holds.
    '--unpin': `max(0px, ${pinnedPx + UNPINNED_ROOM_PX}px - 100%) * 99`,
  }
  for (const [index, { id }] of pinned.entries()) {
    const before = pinned.slice(0, index).map(({ width }) => width)
    const after = pinned.slice(index + 1).map(({ width }) => width)
    styles[`--left-${id}`] = `calc(${lengthOf(before)} - var(--unpin))`
    styles[`--right-${id}`] = `calc(${lengthOf(after)} - var(--unpin))`
  }
  return styles
}

/** Its part of the spare room is as great as its width is beside the others that grow. */
function trackOf({ px, share }: ColumnWidth): string {
  return share === 0 ? `${px}px` : `minmax(${px}px, ${px}fr)`
}

function lengthOf(widths: readonly ColumnWidth[]): string {
  const share = sum(widths.map((width) => width.share))
  return `${sum(widths.map(({ px }) => px))}px + ${share.toFixed(4)} * var(--spare)`
}

/** The edge that a pinned column is nearer to, and none of another column. The first is pinned if none says otherwise. */
export function pinnedSideOf<Row>(
  columns: readonly DataColumn<Row>[],
  index: number,
): 'start' | 'end' | undefined {
  if (!(columns[index]?.isPinned ?? index === 0)) return undefined
  return index < columns.length / 2 ? 'start' : 'end'
}

/** For a pinned cell: it keeps its place, and stops at the edge of the scroller that it comes to. */
export function pinStyleOf(id: string) {
  return { left: `var(--left-${id})`, right: `var(--right-${id})` }
}

/** How much of the scroller's sides they cover, in CSS pixels. */
export function pinnedSidesOf<Row>(
  columns: readonly DataColumn<Row>[],
  widths: readonly ColumnWidth[],
): { startPx: number; endPx: number } {
  const coveredAt = (side: 'start' | 'end') =>
    sum(widths.map(({ px }, index) => (pinnedSideOf(columns, index) === side ? px : 0)))
  return { startPx: coveredAt('start'), endPx: coveredAt('end') }
}

function defaultWidthOf<Row>(column: DataColumn<Row>, isDense: boolean): number {
  const { width = DEFAULT_WIDTH_PX, touchWidth = width + TOUCH_EXTRA_PX } = column
  return isDense ? width : touchWidth
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
