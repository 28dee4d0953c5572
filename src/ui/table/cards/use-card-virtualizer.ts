import {
  defaultRangeExtractor,
  type Range,
  type ReactVirtualizer,
  useWindowVirtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'
import { startTransition, useEffect, useState } from 'react'
import { makeFlickWatch } from '#src/ui/table/flick-watch.ts'

const FLICK_PX_PER_MS = 1.5 // almost two phone heights a second: a card is in view for half a second
const OVERSCAN_CARDS = 3 // rendered outside of the viewport, so that a flick shows no gap

/** TanStack's virtualizer of a list that scrolls with the page, and how fast its cards scroll by. */
export function useCardVirtualizer(options: CardVirtualizerOptions): CardVirtualizer {
  const [pace, setPace] = useState<Pace>('calm')
  const [wantCards] = useState(makeSteadyRange)
  const [isFlicked] = useState(() => makeFlickWatch(FLICK_PX_PER_MS))
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    ...options,
    overscan: OVERSCAN_CARDS,
    rangeExtractor: wantCards,
    // Synchronous rendering in each scroll event would drop frames: React renders after the event.
    useFlushSync: false,
    onChange({ scrollOffset, isScrolling }) {
      const isFlick = isFlicked({ px: scrollOffset ?? 0, ms: performance.now(), isScrolling })
      setPace((before) => (isFlick ? 'flick' : before === 'flick' ? 'landing' : before))
    },
  })
  useEffect(() => {
    if (pace !== 'landing') return
    startTransition(() => setPace((before) => (before === 'landing' ? 'calm' : before)))
  }, [pace])
  return { virtualizer, pace }
}

/**
 * The pace of the cards: too fast to read; just stopped, so that the cards in view render first; or slow enough to
 * read.
 */
export type Pace = 'flick' | 'landing' | 'calm'

/** The virtualizer's options that the list sets itself. */
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
  virtualizer: ReactVirtualizer<Window, HTMLLIElement>
  pace: Pace
}

/**
 * The cards near the viewport. The range does not change while it still covers them: otherwise each card that enters at
 * one end would remove a card at the other end.
 */
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
