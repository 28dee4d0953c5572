import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  type Range,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual'
import { startTransition, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { makeFlickWatch } from '#src/ui/table/flick-watch.ts'

const FLICK_PX_PER_MS = 1.5 // almost two phone heights a second: a card is in view for half a second
const OVERSCAN_CARDS = 3 // rendered beyond the edge: a flick shows no gap

/**
 * The library's virtualizer of a list that scrolls with the page, and the cards to render. The library's own hook renders
 * the list synchronously at every card edge that passes; this one renders it when the set of cards changes. Cards are
 * requested before they are in view, and render in a transition between scroll frames; synchronously only if one would be
 * missing.
 */
export function useCardVirtualizer(options: CardVirtualizerOptions): CardVirtualizer {
  const [drawing, draw] = useReducer(drawAfter, { pace: 'calm' })
  const [wantCards] = useState(makeSteadyRange)
  const [isFlicked] = useState(() => makeFlickWatch(FLICK_PX_PER_MS))
  const drawn = useRef<{ items: readonly VirtualItem[]; isFlick: boolean }>({
    items: [],
    isFlick: false,
  })

  const allOptions: VirtualizerOptions<Window, HTMLLIElement> = {
    ...options,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    overscan: OVERSCAN_CARDS,
    rangeExtractor: wantCards,
    onChange(list) {
      const { isScrolling } = list
      const isFlick = isFlicked({ px: list.scrollOffset ?? 0, ms: performance.now(), isScrolling })
      const { items, isFlick: wasFlick } = drawn.current
      if (isScrolling && list.getVirtualItems() === items && isFlick === wasFlick) return
      const show = () => draw(isFlick ? 'flicked' : 'passed')
      if (hasAllInView(items, list.range)) startTransition(show)
      else show()
    },
  }
  const [virtualizer] = useState(() => new Virtualizer(allOptions))
  virtualizer.setOptions(allOptions)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())

  const items = virtualizer.getVirtualItems()
  const { pace } = drawing
  useLayoutEffect(() => {
    drawn.current = { items, isFlick: pace === 'flick' }
  })
  useEffect(() => {
    if (drawing.pace === 'landing') startTransition(() => draw('landed'))
  }, [drawing])
  return { virtualizer, items, pace }
}

/**
 * The pace of the cards: too fast to read; just stopped, so that the cards in view render first; or slow enough to
 * read.
 */
export type Pace = 'flick' | 'landing' | 'calm'

/** Always a new object: the list re-renders. */
function drawAfter({ pace }: { pace: Pace }, event: 'flicked' | 'passed' | 'landed') {
  if (event === 'flicked') return { pace: 'flick' as const }
  if (event === 'landed') return { pace: pace === 'landing' ? ('calm' as const) : pace }
  return { pace: pace === 'flick' ? ('landing' as const) : pace }
}

/** The library's options that the list sets itself. */
export type CardVirtualizerOptions = Pick<
  VirtualizerOptions<Window, HTMLLIElement>,
  | 'count'
  | 'enabled'
  | 'estimateSize'
  | 'measureElement'
  | 'getItemKey'
  | 'gap'
  | 'scrollMargin'
  | 'anchorTo'
  | 'scrollEndThreshold'
>

export interface CardVirtualizer {
  virtualizer: Virtualizer<Window, HTMLLIElement>
  /** The cards to render; the same array until a card or its position changes. */
  items: readonly VirtualItem[]
  pace: Pace
}

/** The cards near the viewport. The range stays the same while it covers them: a new card also removes one. */
function makeSteadyRange(): (range: Range) => number[] {
  let cards: number[] = []
  return (range) => {
    const wanted = defaultRangeExtractor(range)
    const isEnough = (cards.at(-1) ?? 0) < range.count && covers(cards, wanted)
    if (!isEnough) cards = wanted
    return cards
  }
}

function covers(cards: readonly number[], wanted: readonly number[]): boolean {
  const [first, last] = [cards[0], cards.at(-1)]
  const [wantedFirst, wantedLast] = [wanted[0], wanted.at(-1)]
  if (first === undefined || last === undefined) return false
  if (wantedFirst === undefined || wantedLast === undefined) return false
  return first <= wantedFirst && wantedLast <= last
}

function hasAllInView(
  items: readonly VirtualItem[],
  inView: { startIndex: number; endIndex: number } | null,
): boolean {
  if (!inView) return false
  return covers(
    items.map(({ index }) => index),
    [inView.startIndex, inView.endIndex],
  )
}
