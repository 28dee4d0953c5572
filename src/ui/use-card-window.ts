import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

const WHOLE_LIST_CARDS = 12 // up to here drawing every card costs less than watching the scrolling
const FIRST_CARDS = 4 // a phone's screen full: the others come once their places are measured
const OVERSCAN_CARDS = 3 // drawn beyond the edge, so that a flick shows no gap
const CARD_HEIGHT_PX = 320 // a listing's card; only until the real one is measured
const GAP_PX = 12 // as the gap of .card-list ul in tables.css

/** Which cards are drawn while the page itself scrolls: all of a short list, else those near the eye. */
export function useCardWindow({ count, keyOf }: CardWindowOptions) {
  const listRef = useRef<HTMLUListElement>(null)
  const [topPx, setTopPx] = useState(0)
  const isWhole = count <= WHOLE_LIST_CARDS

  // Whatever stands above the list may grow or shrink with any render.
  useLayoutEffect(() => {
    if (!listRef.current) return
    setTopPx(Math.round(listRef.current.getBoundingClientRect().top + window.scrollY))
  })

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    enabled: !isWhole,
    estimateSize: () => CARD_HEIGHT_PX,
    measureElement: (card) => card.offsetHeight || CARD_HEIGHT_PX,
    getItemKey: keyOf,
    overscan: OVERSCAN_CARDS,
    gap: GAP_PX,
    scrollMargin: topPx,
  })
  const items = isWhole ? [] : virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) {
    const drawn = isWhole ? count : FIRST_CARDS
    const indexes = Array.from({ length: drawn }, (_, card) => card)
    return { listRef, measureRef: undefined, indexes, abovePx: 0, belowPx: 0 }
  }
  return {
    listRef,
    measureRef: virtualizer.measureElement,
    indexes: items.map((item) => item.index),
    abovePx: first.start - topPx,
    belowPx: virtualizer.getTotalSize() + topPx - last.end,
  }
}

interface CardWindowOptions {
  count: number
  keyOf: (index: number) => string
}
