import { type DataColumn, DEFAULT_WIDTH_PX } from './data-columns.ts'

/** The left edge of each column that stays in view, in CSS pixels, by its id. */
export type StickyLefts = ReadonlyMap<string, number>

/** The first column, and those after it that ask for it, stay in view. */
export function stickyLeftsOf<Row>(columns: readonly DataColumn<Row>[]): StickyLefts {
  const lefts = new Map<string, number>()
  let left = 0
  for (const [index, column] of columns.entries()) {
    if (index > 0 && !column.sticky) break
    lefts.set(column.id, left)
    left += column.width ?? DEFAULT_WIDTH_PX
  }
  return lefts
}

/** CSS pixels; below this the table scrolls sideways. */
export function columnsWidth<Row>(columns: readonly DataColumn<Row>[]): number {
  return columns.reduce((sum, column) => sum + (column.width ?? DEFAULT_WIDTH_PX), 0)
}
