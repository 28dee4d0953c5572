const PAUSE_MS = 250 // scrolling after such a pause is a jump or a new start
const STEP_PX = 100 // a shorter distance gives no reliable speed

/**
 * Detects a flick: scrolling too fast to read, at more than `flickPxPerMs`. Call it whenever other cards or rows come
 * into view. The first result after a pause is false, because the start of a flick looks like a jump.
 */
export function makeFlickWatch(flickPxPerMs: number): (scroll: ScrollMoment) => boolean {
  let before = { px: 0, ms: Number.NEGATIVE_INFINITY }
  let isFlick = false
  return ({ px, ms, isScrolling }) => {
    const tookMs = ms - before.ms
    const passedPx = Math.abs(px - before.px)
    const goesOn = isScrolling && tookMs < PAUSE_MS
    if (goesOn && passedPx < STEP_PX) return isFlick
    isFlick = goesOn && passedPx > flickPxPerMs * tookMs
    before = { px, ms }
    return isFlick
  }
}

export interface ScrollMoment {
  /** How far the list has been scrolled. */
  px: number
  /** From any monotonic clock. */
  ms: number
  isScrolling: boolean
}
