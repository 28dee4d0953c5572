import { type DataColumn, DEFAULT_WIDTH_PX } from './data-columns.ts'

const TOUCH_EXTRA_PX = 24 // wider padding and larger text
const LEAST_WIDTH_PX = 48 // three letters and their padding
const MOST_WIDTH_PX = 640
const UNPINNED_ROOM_PX = 120 // room for a column that scrolls between the pinned columns

/** CSS pixels by column id. */
export type ChosenWidths = Readonly<Record<string, number>>

/** The properties of a column that determine its width, for any row type. */
type SizedColumn = Pick<DataColumn<never>, 'id' | 'width' | 'touchWidth' | 'holdsControl'>

export interface WidthRange {
  minPx: number
  maxPx: number
}

/** The widths that a person may choose for a column. A column with a control is never narrower than the control. */
export function widthRangeOf(column: SizedColumn, isDense: boolean): WidthRange {
  const minPx = column.holdsControl ? defaultWidthOf(column, isDense) : LEAST_WIDTH_PX
  return { minPx, maxPx: MOST_WIDTH_PX }
}

/** The chosen width of a column, else its default width, in CSS pixels. */
export function chosenWidthOf(column: SizedColumn, isDense: boolean, chosen: ChosenWidths): number {
  const chosenPx = chosen[column.id]
  if (chosenPx === undefined) return defaultWidthOf(column, isDense)
  return clampWidth(chosenPx, widthRangeOf(column, isDense))
}

export function clampWidth(px: number, { minPx, maxPx }: WidthRange): number {
  return Math.min(maxPx, Math.max(minPx, Math.round(px)))
}

/** A column's width: `px`, plus the fraction `share` of the spare room. */
export interface ColumnWidth {
  px: number
  share: number
}

/**
 * Text columns without a chosen width share the spare room in proportion to their widths. If there are no such columns,
 * all columns share it.
 */
export function columnWidthsOf<Row>(
  columns: readonly DataColumn<Row>[],
  isDense: boolean,
  chosen: ChosenWidths = {},
): ColumnWidth[] {
  const textColumns = columns.filter(({ id, canGrow }) => canGrow && chosen[id] === undefined)
  const growing = new Set(textColumns.length > 0 ? textColumns : columns)
  const pxOf = (column: DataColumn<Row>) => chosenWidthOf(column, isDense, chosen)
  const growingPx = sum([...growing].map(pxOf))
  return columns.map((column) => {
    const px = pxOf(column)
    return { px, share: growing.has(column) ? px / growingPx : 0 }
  })
}

/**
 * The table's style values: the grid of a row, and the sticky offsets of pinned columns. A percentage in `left` or
 * `right` refers to the scroller's width, so no script measures the scroller, and a changed width re-renders no row.
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
    '--table-width': `${totalPx}px`,
    '--columns': widths.map(trackOf).join(' '),
    '--spare': `max(0px, 100% - ${totalPx}px)`,
    // If the scroller is too narrow for the pinned columns, offsets far outside the scroller turn off the pinning.
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

/** A grid track. Its part of the spare room is proportional to its width. */
function trackOf({ px, share }: ColumnWidth): string {
  return share === 0 ? `${px}px` : `minmax(${px}px, ${px}fr)`
}

function lengthOf(widths: readonly ColumnWidth[]): string {
  const share = sum(widths.map((width) => width.share))
  return `${sum(widths.map(({ px }) => px))}px + ${share.toFixed(4)} * var(--spare)`
}

/**
 * Which edge of the table is nearer to a pinned column; undefined for other columns. Unless `isPinned` is set, only the
 * first column is pinned.
 */
export function pinnedSideOf<Row>(
  columns: readonly DataColumn<Row>[],
  index: number,
): 'start' | 'end' | undefined {
  if (!(columns[index]?.isPinned ?? index === 0)) return undefined
  return index < columns.length / 2 ? 'start' : 'end'
}

/** The sticky offsets of a pinned cell, which scrolls with its column until it reaches an edge of the scroller. */
export function pinStyleOf(id: string) {
  return { left: `var(--left-${id})`, right: `var(--right-${id})` }
}

/** The total width of the pinned columns at each edge, in CSS pixels. */
export function pinnedSidesOf<Row>(
  columns: readonly DataColumn<Row>[],
  widths: readonly ColumnWidth[],
): { startPx: number; endPx: number } {
  const coveredAt = (side: 'start' | 'end') =>
    sum(widths.map(({ px }, index) => (pinnedSideOf(columns, index) === side ? px : 0)))
  return { startPx: coveredAt('start'), endPx: coveredAt('end') }
}

function defaultWidthOf(column: SizedColumn, isDense: boolean): number {
  const { width = DEFAULT_WIDTH_PX, touchWidth = width + TOUCH_EXTRA_PX } = column
  return isDense ? width : touchWidth
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
