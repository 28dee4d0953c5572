import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { NEVER_AT_END_PX, useRowAnchor } from './use-row-anchor.ts'

const WHOLE_LIST_ROWS = 50 // up to here drawing every row costs less than watching the scrolling
const OVERSCAN_ROWS = 6 // drawn beyond the edge, so that a flick shows no gap
const FIRST_RECT = { width: 1024, height: 720 } // before anything is measured

/** Which rows of a scrolling table are drawn: all of a short list, of a long one those near the eye. */
export function useRowWindow({ count, rowHeightPx, headHeightPx, keyOf, view }: RowWindowOptions) {
  const scrollRef = useRef<HTMLDivElement>(null)
  useTopForNewView(scrollRef, view)
  const isWhole = count <= WHOLE_LIST_ROWS
  const anchorTo = useRowAnchor({
    count,
    keyOf,
    view,
    isBelowTop: () => (scrollRef.current?.scrollTop ?? 0) > 0,
  })
  const virtualizer = useVirtualizer({
    count,
    anchorTo,
    scrollEndThreshold: NEVER_AT_END_PX,
    enabled: !isWhole,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeightPx,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
    initialRect: FIRST_RECT,
    scrollPaddingStart: headHeightPx,
  })
  useNewHeights(virtualizer, scrollRef, rowHeightPx)
  const items = isWhole ? [] : virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) {
    // A short list; or no layout to measure, as in a test environment: the first rows then.
    const drawn = Math.min(count, WHOLE_LIST_ROWS)
    const belowPx = (count - drawn) * rowHeightPx
    return {
      scrollRef,
      indexes: Array.from({ length: drawn }, (_, row) => row),
      abovePx: 0,
      belowPx,
    }
  }
  return {
    scrollRef,
    indexes: items.map((item) => item.index),
    abovePx: first.start,
    belowPx: virtualizer.getTotalSize() - last.end,
  }
}

/** Whoever asks for other rows or another order wants to see how they begin; a list that only comes back stays where it was. */
function useTopForNewView(scrollRef: RefObject<HTMLElement | null>, view: string): void {
  const shownView = useRef(view)
  useLayoutEffect(() => {
    if (shownView.current === view) return
    shownView.current = view
    if (scrollRef.current) scrollRef.current.scrollTop = 0
  }, [scrollRef, view])
}

/** Lines of another height, as a window gets that moves to another screen: the same row stays at the top. */
function useNewHeights(
  virtualizer: { measure: () => void },
  scrollRef: RefObject<HTMLElement | null>,
  rowHeightPx: number,
): void {
  const shownPx = useRef(rowHeightPx)
  useLayoutEffect(() => {
    const scale = rowHeightPx / shownPx.current
    if (scale === 1) return
    shownPx.current = rowHeightPx
    const topPx = (scrollRef.current?.scrollTop ?? 0) * scale
    virtualizer.measure()
    scrollRef.current?.scrollTo(0, topPx)
  }, [virtualizer, scrollRef, rowHeightPx])
}

interface RowWindowOptions {
  count: number
  rowHeightPx: number
  /** What the fixed head covers at the top. */
  headHeightPx: number
  keyOf: (index: number) => string
  /** By what the rows were asked for. */
  view: string
}
