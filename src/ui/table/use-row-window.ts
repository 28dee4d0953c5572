import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useElementSize } from '#src/ui/use-element-size.ts'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'
import { makeFlickWatch } from './flick-watch.ts'

const WHOLE_LIST_ROWS = 50 // up to here drawing every row costs less than watching the scrolling
const FIRST_ROWS = 24 // what a desk has room for; the others are drawn once these are seen
const CALM = { aheadRows: 16, leastRows: 8 }
const FLICK = { aheadRows: 48, leastRows: 16 }
const FLICK_PX_PER_MS = 1 // twenty-five rows a second: nobody reads them
const REST_MS = 120 // no more scrolling for so long: it is over
const UNMEASURED = { width: 1024, height: 720 } // where nothing is laid out

/**
 * Which rows of a scrolling table are drawn: all of a short list, of a long one those in view and some on both sides, which
 * are drawn in slices between the frames, before they are in view. What a flick brings is drawn in part only, many rows at a
 * time, so that most of its frames have nothing to do; all of them are whole where it ends.
 */
export function useRowWindow({ count, rowHeightPx, keyOf, view }: RowWindowOptions): RowWindow {
  const scrollRef = useRef<HTMLDivElement>(null)
  const isWhole = count <= WHOLE_LIST_ROWS
  const [drawn, setDrawn] = useState<DrawnRows>(FIRST_DRAWN)
  const [isFlicked] = useState(() => makeFlickWatch(FLICK_PX_PER_MS))
  const restTimer = useRef<number>(undefined)
  const heightPx = useElementSize(scrollRef, UNMEASURED)?.height

  const draw = useStableHandler(() => {
    const scroller = scrollRef.current
    if (!scroller || heightPx === undefined || isWhole) return
    const px = scroller.scrollTop
    const inView = {
      first: Math.floor(px / rowHeightPx),
      end: Math.ceil((px + heightPx) / rowHeightPx),
    }
    const isScrolling = restTimer.current !== undefined
    const next = drawFor(drawn, inView, isFlicked({ px, ms: performance.now(), isScrolling }))
    if (next === drawn) return
    // A jump, or a flick that outran the drawing: at once.
    if (covers(drawn, inView)) startTransition(() => setDrawn(next))
    else setDrawn(next)
  })

  useSteadyPlace({ count, rowHeightPx, keyOf, view }, scrollRef, draw)
  // Once more after each drawing at rest, which may have been a part of what is wanted.
  useEffect(() => {
    if (restTimer.current === undefined) draw()
  })
  useEffect(() => () => window.clearTimeout(restTimer.current), [])

  const first = isWhole ? 0 : Math.min(drawn.first, count)
  const end = isWhole ? count : Math.min(drawn.end, count)
  return {
    scrollRef,
    onScroll() {
      window.clearTimeout(restTimer.current)
      restTimer.current = window.setTimeout(() => {
        restTimer.current = undefined
        draw()
      }, REST_MS)
      draw()
    },
    first,
    end,
    isPassing: (place) => !isWhole && (place < drawn.whole.first || drawn.whole.end <= place),
    abovePx: first * rowHeightPx,
    belowPx: (count - end) * rowHeightPx,
  }
}

interface RowRange {
  first: number
  /** The place after the last. */
  end: number
}

interface DrawnRows extends RowRange {
  /** Outside of these rows are drawn in part. */
  whole: RowRange
}

const FIRST_DRAWN = { first: 0, end: FIRST_ROWS, whole: { first: 0, end: FIRST_ROWS } }

/** The same object when enough is drawn. */
function drawFor(drawn: DrawnRows, inView: RowRange, isFlick: boolean): DrawnRows {
  const { aheadRows, leastRows } = isFlick ? FLICK : CALM
  const isEnough = covers(drawn, extend(inView, leastRows))
  if (isEnough && (isFlick || covers(drawn.whole, drawn))) return drawn
  const next = extend(inView, aheadRows)
  if (isFlick) return { ...next, whole: drawn.whole }
  // Where a flick ends, first what is in view is made whole.
  return { ...next, whole: covers(drawn.whole, inView) ? next : inView }
}

function extend({ first, end }: RowRange, byRows: number): RowRange {
  return { first: Math.max(0, first - byRows), end: end + byRows }
}

function covers(drawn: RowRange, wanted: RowRange): boolean {
  return drawn.first <= wanted.first && wanted.end <= drawn.end
}

/**
 * What is in view when rows come or go: the first row in view stays where it is, as what somebody is about to press would
 * else pass from under the finger, and another listing come there. Whoever asks for other rows or another order (`view`)
 * sees how they begin; whoever is at the beginning sees what is new there. In lines of another height, as a window gets
 * that moves to another screen, the same row stays at the top.
 */
function useSteadyPlace(
  list: RowWindowOptions,
  scrollRef: RefObject<HTMLElement | null>,
  onMoved: () => void,
): void {
  const shown = useRef(list)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = list
    const scroller = scrollRef.current
    const isSame = before.keyOf === list.keyOf && before.rowHeightPx === list.rowHeightPx
    if (!scroller || (isSame && before.view === list.view)) return
    const px = scroller.scrollTop
    if (px === 0) return
    scroller.scrollTop = findPlacePx(before, list, px)
    // Before the browser paints what has come into view.
    if (scroller.scrollTop !== px) onMoved()
  })
}

function findPlacePx(before: RowWindowOptions, now: RowWindowOptions, px: number): number {
  if (before.view !== now.view) return 0
  if (before.rowHeightPx !== now.rowHeightPx) return (px * now.rowHeightPx) / before.rowHeightPx
  // Rows that only changed places are not followed to where they went.
  if (before.count === now.count) return px
  return px + countNewBefore(before, now, Math.floor(px / now.rowHeightPx)) * now.rowHeightPx
}

/** How many rows more there are now before the first one that was at this place or after it and is still there. */
function countNewBefore(before: RowWindowOptions, now: RowWindowOptions, place: number): number {
  const places = new Map(Array.from({ length: now.count }, (_, index) => [now.keyOf(index), index]))
  for (let index = place; index < before.count; index += 1) {
    const next = places.get(before.keyOf(index))
    if (next !== undefined) return next - index
  }
  return 0
}

export interface RowWindow {
  scrollRef: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** The rows to draw: from `first` to before `end`. */
  first: number
  end: number
  /** Whether the row at a place is drawn in part, as nobody can read it. */
  isPassing: (place: number) => boolean
  /** The room of the rows that are not drawn. */
  abovePx: number
  belowPx: number
}

interface RowWindowOptions {
  count: number
  rowHeightPx: number
  /** Another function where the rows are others. */
  keyOf: (index: number) => string
  /** By what the rows were asked for: filter and order. */
  view: string
}
