import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCardVirtualizer } from './use-card-virtualizer.ts'
import { NEVER_AT_END_PX, useRowAnchor } from './use-row-anchor.ts'

const WHOLE_LIST_CARDS = 12 // up to here drawing every card costs less than watching the scrolling
const FIRST_CARDS = 2 // what a phone has room for under a list's head: the others are drawn once these are seen
const CARD_HEIGHT_PX = 304 // a listing's card; only until the list's own first one is seen
const GAP_PX = 12 // as the gap of .card-list ul in tables.css

/** Which cards are drawn while the page itself scrolls: all of a short list, else those near the eye. */
export function useCardWindow({ count, keyOf, view }: CardWindowOptions): CardWindow {
  const listRef = useRef<HTMLUListElement>(null)
  /**
   * Cards are much alike: one that is as high as was expected moves nothing, and costs no second drawing. The list's first
   * one says it, once: all places are computed anew when a row comes or goes, and cards that were never drawn would move
   * what is in view if more was expected of them than before.
   */
  const expectedPx = useRef<number>(null)
  const isWhole = count <= WHOLE_LIST_CARDS
  const isSeen = useIsSeen(
    useCallback(() => {
      const firstCard = listRef.current?.firstElementChild
      if (firstCard) expectedPx.current ??= Math.round(firstCard.getBoundingClientRect().height)
    }, []),
  )
  const [wasSeen, setWasSeen] = useState(isSeen)
  if (isSeen && !wasSeen) setWasSeen(true)
  const topPx = useListTop(listRef, wasSeen)

  const anchorTo = useRowAnchor({ count, keyOf, view, isBelowTop: () => window.scrollY > topPx })
  const estimateSize = () => expectedPx.current || CARD_HEIGHT_PX // 0 where nothing is laid out

  const { virtualizer, items, pace } = useCardVirtualizer({
    count,
    anchorTo,
    scrollEndThreshold: NEVER_AT_END_PX,
    enabled: wasSeen && !isWhole,
    estimateSize,
    measureElement: (card) => card.offsetHeight || estimateSize(),
    getItemKey: keyOf,
    gap: GAP_PX,
    scrollMargin: topPx,
  })
  const inView = virtualizer.range
  // A list that comes back begins with what is in view, as one that is new.
  const wanted = isSeen ? items : items.filter(({ index }) => !isBeyond(index, inView))
  const first = wanted[0]
  const last = wanted.at(-1)
  if (!first || !last) {
    const drawn = isWhole ? count : FIRST_CARDS
    const cards = Array.from({ length: drawn }, (_, place) => ({
      place,
      heightPx: CARD_HEIGHT_PX,
      isAhead: false,
      isPassing: false,
    }))
    // As high as all of them: what was scrolled to stays where it was.
    const belowPx = (count - drawn) * (CARD_HEIGHT_PX + GAP_PX)
    return { listRef, measureRef: undefined, cards, abovePx: 0, belowPx }
  }
  return {
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

/** Whether nobody sees a card; false before it is known. */
function isBeyond(place: number, inView: { startIndex: number; endIndex: number } | null): boolean {
  return inView !== null && (place < inView.startIndex || inView.endIndex < place)
}

/**
 * How far below the top of the page the list begins. Whatever stands above it may grow or shrink with any drawing: it is
 * asked for with the next frame, which lays everything out anyway.
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
 * True once the first picture of this has been painted, and again after each time that it was out of view. `onSeen` may
 * measure what it shows: everything is laid out.
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
  listRef: RefObject<HTMLUListElement | null>
  /** Told to each card's element, to measure it. */
  measureRef: ((card: HTMLLIElement | null) => void) | undefined
  cards: readonly WindowCard[]
  /** The room of the cards that are not drawn. */
  abovePx: number
  belowPx: number
}

export interface WindowCard {
  /** In the whole list, from 0. */
  place: number
  /** As measured, else as expected. */
  heightPx: number
  /** Whether nobody sees it yet. */
  isAhead: boolean
  /** Whether nobody can read it, because it passes in a flick. */
  isPassing: boolean
}

interface CardWindowOptions {
  count: number
  keyOf: (index: number) => string
  /** By what the rows were asked for. */
  view: string
}
