import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const WHOLE_LIST_CARDS = 12 // up to here drawing every card costs less than watching the scrolling
const FIRST_CARDS = 3 // a phone's screen full: the others are drawn once these are seen
const OVERSCAN_CARDS = 3 // drawn beyond the edge, so that a flick shows no gap
const CARD_HEIGHT_PX = 320 // a listing's card; only until the real one is measured
const GAP_PX = 12 // as the gap of .card-list ul in tables.css

/** Which cards are drawn while the page itself scrolls: all of a short list, else those near the eye. */
export function useCardWindow({ count, keyOf }: CardWindowOptions) {
  const listRef = useRef<HTMLUListElement>(null)
  const [topPx, setTopPx] = useState(0)
  const isWhole = count <= WHOLE_LIST_CARDS
  const isSeen = useIsSeen()

  // Whatever stands above the list may grow or shrink with any render.
  useLayoutEffect(() => {
    if (!listRef.current || !isSeen) return
    setTopPx(Math.round(listRef.current.getBoundingClientRect().top + window.scrollY))
  })

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    enabled: isSeen && !isWhole,
    estimateSize: () => CARD_HEIGHT_PX,
    measureElement: (card) => card.offsetHeight || CARD_HEIGHT_PX,
    getItemKey: keyOf,
    overscan: OVERSCAN_CARDS,
    gap: GAP_PX,
    scrollMargin: topPx,
  })
  const items = isWhole || !isSeen ? [] : virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) {
    const drawn = isWhole ? count : FIRST_CARDS
    const indexes = Array.from({ length: drawn }, (_, card) => card)
    // As high as all of them: what was scrolled to stays where it was.
    const belowPx = (count - drawn) * (CARD_HEIGHT_PX + GAP_PX)
    return { listRef, measureRef: undefined, indexes, abovePx: 0, belowPx }
  }
  return {
    listRef,
    measureRef: virtualizer.measureElement,
    indexes: items.map((item) => item.index),
    abovePx: first.start - topPx,
    belowPx: virtualizer.getTotalSize() + topPx - last.end,
  }
}

/** True once the first picture of this has been painted. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setSeen(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isSeen
}

interface CardWindowOptions {
  count: number
  keyOf: (index: number) => string
}
