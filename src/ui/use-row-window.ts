import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

const WHOLE_LIST_ROWS = 50 // up to here drawing every row costs less than watching the scrolling
const OVERSCAN_ROWS = 6 // drawn beyond the edge, so that a flick shows no gap
const FIRST_RECT = { width: 1024, height: 720 } // before anything is measured

/** Which rows of a scrolling table are drawn: all of a short list, of a long one those near the eye. */
export function useRowWindow({ count, rowHeightPx, headHeightPx, keyOf }: RowWindowOptions) {
  const scrollRef = useRef<HTMLDivElement>(null)
  const isWhole = count <= WHOLE_LIST_ROWS
  const virtualizer = useVirtualizer({
    count,
    enabled: !isWhole,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeightPx,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
    initialRect: FIRST_RECT,
    scrollPaddingStart: headHeightPx,
  })
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

interface RowWindowOptions {
  count: number
  rowHeightPx: number
  /** What the fixed head covers at the top. */
  headHeightPx: number
  keyOf: (index: number) => string
}
