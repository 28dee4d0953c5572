import type { Listing } from '#src/domain/listing/listing.ts'
import { oncePerList } from '#src/domain/once-per-list.ts'
import { countLines } from '#src/ui/table/wrapped-lines.ts'

const TITLE_PX = 122 // the price is in view at 1440 px
const TITLE_LINE_CHARS = 17 // of an average width
const TITLE_LINES = 3 // of the smaller size, in a row of 40 px
const LONG_TITLE_PX = 276 // three lines of 40 characters: the longest title that an owner can type has 120

/** Widths that depend on the rows, in CSS pixels. */
export interface RowWidths {
  title: number
  location: number
}

/** Wide enough that no title is cut, and that no place is broken within a word. */
export const findRowWidths = oncePerList((rows: readonly Listing[]): RowWidths => {
  const isLong = rows.some(
    ({ name }) => name !== null && countLines(name, TITLE_LINE_CHARS) > TITLE_LINES,
  )
  return { title: isLong ? LONG_TITLE_PX : TITLE_PX, location: findPlaceWidth(rows) }
})

/** The width at which no place is broken within a word. */
function findPlaceWidth(rows: readonly Listing[]): number {
  const words = rows.flatMap(({ city }) => city?.split(/\s/) ?? [])
  const longest = words.reduce((most, { length }) => Math.max(most, length), 0)
  if (longest <= 'Bhubaneswar'.length) return 98
  if (longest <= 'Visakhapatnam'.length) return 108 // the price is still in view at 1440 px
  return 144 // 'Thiruvananthapuram,'
}
