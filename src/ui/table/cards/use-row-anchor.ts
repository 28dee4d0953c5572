import { useState } from 'react'

/**
 * The virtualizer's anchor for a long list when rows are added or removed. `end` keeps the first row in view in place:
 * otherwise another listing would move under a finger that is about to press. `start` keeps the beginning of the list
 * in place: it applies at the top, where new rows appear, and after a change of the filter or order (`view`). Rows that
 * join above, and were only not here (`rowsBefore`), appear above the first row in view at the top too.
 */
export function useRowAnchor({
  count,
  keyOf,
  view,
  rowsBefore,
  isBelowTop,
}: RowAnchorOptions): RowAnchor {
  const [known, setKnown] = useState<Known>({ count, keyOf, view, rowsBefore, anchorTo: 'start' })
  if (known.keyOf === keyOf && known.view === view) return known.anchorTo
  // If the count stays the same, rows only changed their content or position: no row was added or removed.
  const isReorder = known.count === count
  const isMoved = known.rowsBefore !== rowsBefore
  const isKept = known.view === view && (isMoved || (!isReorder && isBelowTop()))
  const anchorTo = isKept ? 'end' : 'start'
  setKnown({ count, keyOf, view, rowsBefore, anchorTo })
  return anchorTo
}

export type RowAnchor = 'start' | 'end'

/** The virtualizer's `scrollEndThreshold`: no distance is below it, so the list never sticks to its end. */
export const NEVER_AT_END_PX = -1

interface Known {
  count: number
  keyOf: (index: number) => string
  view: string
  rowsBefore: number
  anchorTo: RowAnchor
}

export interface RowAnchorOptions {
  count: number
  /** A new function whenever the keys of the rows change. */
  keyOf: (index: number) => string
  /** Identifies the rows' filter and order. */
  view: string
  /** How many rows of the whole list come before the first one here. */
  rowsBefore: number
  /** Whether the list's beginning is out of view. */
  isBelowTop: () => boolean
}
