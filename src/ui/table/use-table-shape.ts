import type { CSSProperties } from 'react'
import { useMediaQuery } from '#src/ui/use-media-query.ts'

/** How a list renders on this screen: as cards or as a table, and with rows for a mouse or for touch. */
export function useTableShape(): TableShape {
  const isNarrow = useMediaQuery(NARROW)
  const isDense = useMediaQuery(DESK_WITHOUT_FINGERS)
  return isDense ? { isNarrow, ...DENSE } : { isNarrow, ...ROOMY }
}

export interface TableShape {
  /** The screen is too narrow for a table: the list has cards. */
  isNarrow: boolean
  isDense: boolean
  rowHeightPx: number
  headLinePx: number
}

const NARROW = '(max-width: 639.98px)' // a table would show too little of a row to be read
const DESK_WITHOUT_FINGERS = '(min-width: 1024px) and (not (pointer: coarse))'

const DENSE = { isDense: true, rowHeightPx: 40, headLinePx: 40 } // two lines of small text, or a 32 px control
const ROOMY = { isDense: false, rowHeightPx: 52, headLinePx: 44 } // a 44 px control and its margin

/** The row heights as styles, for a table and for its placeholder. */
export function lineStyleOf({ rowHeightPx, headLinePx }: LineHeights): CSSProperties {
  // The cast is needed because CSSProperties has no keys for custom properties.
  return {
    '--table-row': `${rowHeightPx}px`,
    '--table-head-line': `${headLinePx}px`,
  } as CSSProperties
}

type LineHeights = Pick<TableShape, 'rowHeightPx' | 'headLinePx'>
