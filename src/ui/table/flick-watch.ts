const PAUSE_MS = 250 // scrolling after such a pause is a jump or a new start
const STEP_PX = 100 // a shorter distance gives no reliable speed

/**
 * Detects a flick: scrolling too fast to read, at more than `flickPxPerMs`. Call it whenever other cards or rows come
 * into view. The first result after a pause is false, because the start of a flick looks like a jump. A flick lasts for
 * at least `leastMs`: keys that scroll by a page slow down before each press.
 */
export function makeFlickWatch(
  flickPxPerMs: number,
  leastMs = 0,
): (scroll: ScrollMoment) => boolean {
  let before = { px: 0, ms: 0 }
  let calledAt = Number.NEGATIVE_INFINITY
  let isFlick = false
  return ({ px, ms, isScrolling }) => {
    const goesOn = isScrolling && ms - calledAt < PAUSE_MS
    calledAt = ms
    const tookMs = ms - before.ms
    const passedPx = Math.abs(px - before.px)
    const isFar = passedPx >= STEP_PX && (!isFlick || tookMs >= leastMs)
    if (goesOn && !isFar && tookMs < PAUSE_MS) return isFlick
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
