const PAUSE_MS = 250 // what comes after one is a jump or a new start
const STEP_PX = 100 // what passes in less tells no speed

/**
 * Tells a flick, in which what passes is too fast to be read: more than `flickPxPerMs`. To be asked whenever other cards or
 * rows come into view; the first answer after a pause is no, since nothing tells a flick's start from a jump.
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
  /** Of any clock that is never set. */
  ms: number
  isScrolling: boolean
}
