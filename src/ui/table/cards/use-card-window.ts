import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MOST_PRINTED, useIsPrinting } from '#src/ui/use-is-printing.ts'
import { useCardVirtualizer } from './use-card-virtualizer.ts'
import { NEVER_AT_END_PX, useRowAnchor } from './use-row-anchor.ts'

const WHOLE_LIST_CARDS = 12 // up to this many cards, rendering all costs less than following the scroll position
const FIRST_CARDS = 2 // enough to fill a phone's screen below the list's header; the others render after the first paint
const CARD_HEIGHT_PX = 304 // the height of a listing's card, used until the list's first card is measured
const GAP_PX = 12 // the gap of .card-list > ul in row-cards.css

/** The cards to render while the page itself scrolls: all of a short list, else those near the viewport. */
export function useCardWindow({ count, keyOf, view, rowsBefore }: CardWindowOptions): CardWindow {
  const listRef = useRef<HTMLUListElement>(null)
  /**
   * The estimated height of a card, which is the height of the list's first card. A card with exactly this height
   * shifts no other card and needs no second render. Later cards do not change the estimate: adding or removing a row
   * recomputes all positions, and another estimate for the cards not rendered yet would then shift the view.
   */
  const expectedPx = useRef<number>(null)
  const isWhole = count <= WHOLE_LIST_CARDS
  const isSeen = useIsSeen(
    useCallback(() => {
      const firstCard = listRef.current?.firstElementChild
      if (firstCard) expectedPx.current ??= firstCard.getBoundingClientRect().height
    }, []),
  )
  const [wasSeen, setWasSeen] = useState(isSeen)
  if (isSeen && !wasSeen) setWasSeen(true)
  const topPx = useListTop(listRef, wasSeen)

  const isBelowTop = () => window.scrollY > topPx
  const anchorTo = useRowAnchor({ count, keyOf, view, rowsBefore, isBelowTop })
  const estimateSize = () => expectedPx.current || CARD_HEIGHT_PX // without layout, the measured height is 0

  const { virtualizer, pace } = useCardVirtualizer({
    count,
    anchorTo,
    scrollEndThreshold: NEVER_AT_END_PX,
    enabled: wasSeen && !isWhole,
    estimateSize,
    // With its fractions: cards above the rendered ones must take exactly the height that they had.
    measureElement: (card) => card.getBoundingClientRect().height || estimateSize(),
    getItemKey: keyOf,
    gap: GAP_PX,
    scrollMargin: topPx,
  })
  const isPrinting = useIsPrinting()
  const items = virtualizer.getVirtualItems()
  const inView = virtualizer.range
  // A list that comes back into view renders only the cards in view at first, like a new list.
  const wanted = isSeen ? items : items.filter(({ index }) => !isBeyond(index, inView))
  const first = wanted[0]
  const last = wanted.at(-1)
  if (isPrinting || !first || !last) {
    const drawn = isPrinting ? Math.min(count, MOST_PRINTED) : isWhole ? count : FIRST_CARDS
    const cards = Array.from({ length: drawn }, (_, place) => ({
      place,
      heightPx: CARD_HEIGHT_PX,
      isAhead: false,
      isPassing: false,
    }))
    // Keeps the height of the whole list, so that the scroll position does not change.
    const belowPx = isPrinting ? 0 : (count - drawn) * (CARD_HEIGHT_PX + GAP_PX)
    return { isPrinting, listRef, measureRef: undefined, cards, abovePx: 0, belowPx }
  }
  return {
    isPrinting,
    listRef,
    measureRef: virtualizer.measureElement,
    cards: wanted.map(({ index, size }) => {
      const isAhead = isBeyond(index, inView)
      const isPassing = pace === 'flick' || (pace === 'landing' && isAhead)
      return { place: index, heightPx: size, isAhead, isPassing }
    }),
    abovePx: first.start - topPx,
    belowPx: virtualizer.getTotalSize() + topPx - last.end,
  }
}

/** Whether a card is out of view; false if unknown. */
function isBeyond(place: number, inView: { startIndex: number; endIndex: number } | null): boolean {
  return inView !== null && (place < inView.startIndex || inView.endIndex < place)
}

/**
 * The list's offset from the top of the page. Any render may change the height of the content above the list, so the
 * offset is measured again after each render, in the next frame, which computes layout anyway.
 */
function useListTop(listRef: RefObject<HTMLUListElement | null>, isSeen: boolean): number {
  const [topPx, setTopPx] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (!isSeen) return undefined
    const measure = () => {
      if (!listRef.current) return
      setTopPx(Math.round(listRef.current.getBoundingClientRect().top + window.scrollY))
    }
    if (topPx !== null) {
      const frame = requestAnimationFrame(measure)
      return () => cancelAnimationFrame(frame)
    }
    measure()
    return undefined
  })
  return topPx ?? 0
}

/**
 * True after the component's first paint, and again after each time that it comes back into view. `onSeen` may measure
 * elements, because layout is done.
 */
function useIsSeen(onSeen: () => void): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        onSeen()
        setSeen(true)
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      setSeen(false)
    }
  }, [onSeen])
  return isSeen
}

export interface CardWindow {
  isPrinting: boolean
  listRef: RefObject<HTMLUListElement | null>
  /** The ref of each card, which measures it. */
  measureRef: ((card: HTMLLIElement | null) => void) | undefined
  cards: readonly WindowCard[]
  /** The heights of the cards that are not rendered, above and below the rendered ones. */
  abovePx: number
  belowPx: number
}

export interface WindowCard {
  /** Its index in the whole list. */
  place: number
  /** Measured, else estimated. */
  heightPx: number
  /** Whether it is out of view. */
  isAhead: boolean
  /** Whether it scrolls by in a flick, too fast to read. */
  isPassing: boolean
}

interface CardWindowOptions {
  count: number
  keyOf: (index: number) => string
  /** Identifies the rows' filter and order. */
  view: string
  /** How many rows of the whole list come before the first one here. */
  rowsBefore: number
}
