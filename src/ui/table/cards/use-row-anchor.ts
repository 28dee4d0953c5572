import { useState } from 'react'

/**
 * What of a long list stays where it is when rows come or go, in the virtualizer's words. `end`: the first row in view, as
 * what somebody is about to press would else pass from under the finger, and another listing come there. `start`: the
 * beginning, at which news are to be seen, and where a person asked for other rows or another order (`view`).
 */
export function useRowAnchor({ count, keyOf, view, isBelowTop }: RowAnchorOptions): RowAnchor {
  const [known, setKnown] = useState<Known>({ count, keyOf, view, anchorTo: 'start' })
  if (known.keyOf === keyOf && known.view === view) return known.anchorTo
  // Rows that only changed places are not followed to where they went.
  const isOwnDoing = known.view !== view || known.count === count
  const anchorTo = !isOwnDoing && isBelowTop() ? 'end' : 'start'
  setKnown({ count, keyOf, view, anchorTo })
  return anchorTo
}

export type RowAnchor = 'start' | 'end'

/** Told to the virtualizer beside an anchor: the end of the list itself is nothing to stay at. */
export const NEVER_AT_END_PX = -1

interface Known {
  count: number
  keyOf: (index: number) => string
  view: string
  anchorTo: RowAnchor
}

export interface RowAnchorOptions {
  count: number
  /** Another function where the rows are others. */
  keyOf: (index: number) => string
  /** By what the rows were asked for: filter and order. */
  view: string
  /** Whether the list's beginning is out of view. */
  isBelowTop: () => boolean
}
