import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'

const WHOLE_LIST_CARDS = 12 // up to here drawing every card costs less than watching the scrolling
const FIRST_CARDS = 2 // what a phone has room for under a list's head: the others are drawn once these are seen
const OVERSCAN_CARDS = 3 // drawn beyond the edge, so that a flick shows no gap
const CARD_HEIGHT_PX = 320 // a listing's card; only until a real one is measured
const GAP_PX = 12 // as the gap of .card-list ul in tables.css

const NONE: readonly VirtualItem[] = []

/** Which cards are drawn while the page itself scrolls: all of a short list, else those near the eye. */
export function useCardWindow({ count, keyOf }: CardWindowOptions) {
  const listRef = useRef<HTMLUListElement>(null)
  const [topPx, setTopPx] = useState(0)
  /** Cards are much alike: one that is as high as was expected moves nothing, and costs no second drawing. */
  const expectedPx = useRef(CARD_HEIGHT_PX)
  const isWhole = count <= WHOLE_LIST_CARDS
  const isSeen = useIsSeen()

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    enabled: isSeen && !isWhole,
    estimateSize: () => expectedPx.current,
    measureElement(card) {
      if (card.offsetHeight > 0) expectedPx.current = card.offsetHeight
      return expectedPx.current
    },
    getItemKey: keyOf,
    overscan: OVERSCAN_CARDS,
    gap: GAP_PX,
    scrollMargin: topPx,
  })
  const { isScrolling } = virtualizer
  // Whatever stands above the list may grow or shrink with any render; while it scrolls nobody asks for the layout.
  useLayoutEffect(() => {
    if (!listRef.current || !isSeen || isScrolling) return
    setTopPx(Math.round(listRef.current.getBoundingClientRect().top + window.scrollY))
  })
  const wanted = isWhole || !isSeen ? NONE : virtualizer.getVirtualItems()
  // Cards are wanted some time before they are in view: they are drawn in slices, between the frames of the scrolling,
  // and at once only where one would be missing.
  const drawnLater = useDeferredValue(wanted)
  const items = hasAllInView(drawnLater, virtualizer.range) ? drawnLater : wanted
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

function hasAllInView(
  items: readonly VirtualItem[],
  inView: { startIndex: number; endIndex: number } | null,
): boolean {
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last || !inView) return false
  return first.index <= inView.startIndex && inView.endIndex <= last.index
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
