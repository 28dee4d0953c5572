import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useElementSize } from '#src/ui/use-element-size.ts'
import { MOST_PRINTED, useIsPrinting } from '#src/ui/use-is-printing.ts'
import { useStableHandler } from '#src/ui/use-stable-handler.ts'
import { makeFlickWatch } from './flick-watch.ts'

const WHOLE_LIST_ROWS = 50 // up to this many rows, rendering all costs less than following the scroll position
const ABOVE_ROWS_PX = 300 // the page's header, the filters and the table's head have at least this height
const CALM = { ahead: 0.85, least: 0.4 } // shares of the rows in view: Page Down scrolls by seven eighths of the height
const FLICK = { ahead: 48, least: 16 } // rows
const FLICK_PX_PER_MS = 1 // twenty-five rows a second: too fast to read
const FLICK_MS = 250 // between two repeats of Page Down: rows that complete in between would cost frames
const REST_MS = 120 // time without a scroll event after which scrolling has ended
const UNMEASURED = { width: 1024, height: 720 } // px, for an environment without layout

/**
 * Selects the rows that a scrolling table renders. A short list renders all its rows. A long list renders the rows in
 * view and some rows above and below them. These extra rows render in a transition, before they scroll into view.
 * During a flick, many rows render at a time, each only in part, so that most frames have no work. When the flick ends,
 * these rows render completely.
 */
export function useRowWindow({ headHeightPx, ...list }: RowWindowOptions): RowWindow {
  const { count, rowHeightPx } = list
  const scrollRef = useRef<HTMLDivElement>(null)
  const isPrinting = useIsPrinting()
  const isWhole = count <= WHOLE_LIST_ROWS
  const [drawn, setDrawn] = useState<DrawnRows>(() => drawFirst(rowHeightPx))
  const [isFlicked] = useState(() => makeFlickWatch(FLICK_PX_PER_MS, FLICK_MS))
  const restTimer = useRef<number>(undefined)
  const heightPx = useElementSize(scrollRef, UNMEASURED)?.height
  const [drawnView, setDrawnView] = useState(list.view)
  if (drawnView !== list.view) {
    // Another filter or order begins at the top: its rows in view are painted before the others.
    setDrawnView(list.view)
    setDrawn(heightPx === undefined ? drawFirst(rowHeightPx) : drawWhole(findInView(0, heightPx)))
  }

  const draw = useStableHandler(() => {
    const scroller = scrollRef.current
    if (!scroller || heightPx === undefined || isWhole) return
    const px = scroller.scrollTop
    const inView = findInView(px, heightPx)
    const isScrolling = restTimer.current !== undefined
    const next = drawFor(drawn, inView, isFlicked({ px, ms: performance.now(), isScrolling }))
    if (next === drawn) return
    // If rows in view are missing, after a jump or a fast flick, they render synchronously.
    if (covers(drawn, inView)) startTransition(() => setDrawn(next))
    else setDrawn(next)
  })

  useSteadyPlace(list, scrollRef, draw)
  // After a flick, a render may have completed only the rows in view. This completes the other rows.
  useEffect(() => {
    if (restTimer.current === undefined) draw()
  })
  useLayoutEffect(
    () => () => {
      window.clearTimeout(restTimer.current)
      restTimer.current = undefined
    },
    [],
  )

  function findInView(px: number, shownPx: number): RowRange {
    return {
      first: Math.floor(px / rowHeightPx),
      end: Math.ceil((px + shownPx - headHeightPx) / rowHeightPx),
    }
  }

  if (isPrinting) return { ...printed(count), isPrinting, scrollRef, onScroll: () => undefined }
  const first = isWhole ? 0 : Math.min(drawn.first, count)
  const end = isWhole ? count : Math.min(drawn.end, count)
  return {
    isPrinting,
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

function printed(count: number) {
  return {
    first: 0,
    end: Math.min(count, MOST_PRINTED),
    isPassing: () => false,
    abovePx: 0,
    belowPx: 0,
  }
}

interface RowRange {
  first: number
  /** Exclusive. */
  end: number
}

interface DrawnRows extends RowRange {
  /** Rendered rows outside of this range render in part. */
  whole: RowRange
}

/** The rows that fill the window; the others render after the first paint. */
function drawFirst(rowHeightPx: number): DrawnRows {
  return drawWhole({
    first: 0,
    end: Math.ceil((window.innerHeight - ABOVE_ROWS_PX) / rowHeightPx),
  })
}

function drawWhole(rows: RowRange): DrawnRows {
  return { ...rows, whole: rows }
}

/** The rows to render next; the same object if enough rows are rendered. */
function drawFor(drawn: DrawnRows, inView: RowRange, isFlick: boolean): DrawnRows {
  const unitRows = isFlick ? 1 : inView.end - inView.first // FLICK counts rows, CALM shares of those in view
  const { ahead, least } = isFlick ? FLICK : CALM
  const isEnough = covers(drawn, extend(inView, least * unitRows))
  if (isEnough && (isFlick || covers(drawn.whole, drawn))) return drawn
  const next = extend(inView, ahead * unitRows)
  // A row that is removed and comes back in the same flick renders in part again.
  if (isFlick) return { ...next, whole: overlapOf(drawn.whole, next) }
  // When a flick ends, complete the rows in view first.
  return { ...next, whole: covers(drawn.whole, inView) ? next : inView }
}

/** Extends a range at both ends by a number of rows, rounded up. */
function extend({ first, end }: RowRange, byRows: number): RowRange {
  return { first: Math.max(0, first - Math.ceil(byRows)), end: end + Math.ceil(byRows) }
}

/** The rows of both ranges; `end` is not after `first` if there are none. */
function overlapOf(one: RowRange, other: RowRange): RowRange {
  return { first: Math.max(one.first, other.first), end: Math.min(one.end, other.end) }
}

function covers(drawn: RowRange, wanted: RowRange): boolean {
  return drawn.first <= wanted.first && wanted.end <= drawn.end
}

/**
 * Scroll anchoring when rows are added or removed. The first row in view stays in place, because another listing would
 * otherwise move under a finger that is about to press. Another filter or order (`view`) scrolls to the top. A list
 * that is scrolled to the top stays there and shows its new rows, unless those were only not here (`rowsBefore`). If the row height changes, for example because the
 * window moves to another monitor, the same row stays at the top.
 */
function useSteadyPlace(
  list: ScrolledList,
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
    if (px === 0 && before.rowsBefore === list.rowsBefore) return
    scroller.scrollTop = findPlacePx(before, list, px)
    // Render the rows that came into view before the browser paints.
    if (scroller.scrollTop !== px) onMoved()
  })
}

function findPlacePx(before: ScrolledList, now: ScrolledList, px: number): number {
  if (before.view !== now.view) return 0
  if (before.rowHeightPx !== now.rowHeightPx) return (px * now.rowHeightPx) / before.rowHeightPx
  // Rows that only changed their position do not scroll the list.
  if (before.count === now.count && before.rowsBefore === now.rowsBefore) return px
  return px + countNewBefore(before, now, Math.floor(px / now.rowHeightPx)) * now.rowHeightPx
}

/** How many rows the first row from index `place` on that was not removed moved down; negative if it moved up. */
function countNewBefore(before: ScrolledList, now: ScrolledList, place: number): number {
  const places = new Map(Array.from({ length: now.count }, (_, index) => [now.keyOf(index), index]))
  for (let index = place; index < before.count; index += 1) {
    const next = places.get(before.keyOf(index))
    if (next !== undefined) return next - index
  }
  return 0
}

export interface RowWindow {
  isPrinting: boolean
  scrollRef: RefObject<HTMLDivElement | null>
  onScroll: () => void
  /** The rows to draw: from `first` to before `end`. */
  first: number
  end: number
  /** Whether the row at an index renders in part, because it scrolls by too fast to read. */
  isPassing: (place: number) => boolean
  /** Height of the rows not rendered. */
  abovePx: number
  belowPx: number
}

interface RowWindowOptions extends ScrolledList {
  /** The height of the table's head, which stays in view above the rows. */
  headHeightPx: number
}

interface ScrolledList {
  count: number
  rowHeightPx: number
  /** A new function whenever the keys of the rows change. */
  keyOf: (index: number) => string
  /** Identifies the rows' filter and order. */
  view: string
  /** How many rows of the whole list come before the first one here. */
  rowsBefore: number
}
