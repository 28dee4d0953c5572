import { expect, it } from 'vitest'
import { makeFlickWatch } from '#src/ui/table/flick-watch.ts'

const CARD_PX = 316

/** Scrolls cards into view at one speed. Returns, for each card, whether a flick is detected. */
function pass(watch: ReturnType<typeof makeFlickWatch>, { from = 0, cards = 5, pxPerMs = 3 }) {
  return Array.from({ length: cards }, (_, index) => {
    const px = from + index * CARD_PX
    return watch({ px, ms: px / pxPerMs, isScrolling: true })
  })
}

it('a flick is detected from the second card that it scrolls into view, in both directions', () => {
  expect(pass(makeFlickWatch(1.5), { pxPerMs: 3 })).toEqual([false, true, true, true, true])
  const watch = makeFlickWatch(1.5)
  watch({ px: 9_000, ms: 0, isScrolling: true })
  expect(watch({ px: 8_600, ms: 100, isScrolling: true })).toBe(true)
})

it('scrolling slowly enough to read is not a flick', () => {
  expect(pass(makeFlickWatch(1.5), { pxPerMs: 1.4 })).toEqual([false, false, false, false, false])
})

it('a jump after a pause is not a flick, whatever its distance', () => {
  const watch = makeFlickWatch(1.5)
  watch({ px: 0, ms: 0, isScrolling: true })
  expect(watch({ px: 900_000, ms: 300, isScrolling: true })).toBe(false)
})

it('a flick ends when scrolling ends, or when the next card comes into view slowly enough to read', () => {
  const watch = makeFlickWatch(1.5)
  pass(watch, { cards: 3, pxPerMs: 3 })
  expect(watch({ px: 640, ms: 350, isScrolling: false })).toBe(false)
  pass(watch, { from: 3_000, cards: 3, pxPerMs: 3 })
  expect(watch({ px: 3_800, ms: 1_411, isScrolling: true })).toBe(false)
})

it('a flick continues if the list has scrolled by too few pixels to measure its speed', () => {
  const watch = makeFlickWatch(1.5)
  pass(watch, { cards: 3, pxPerMs: 3 })
  expect(watch({ px: 660, ms: 300, isScrolling: true })).toBe(true)
})

it('presses of Page Down, four a second, are one flick, which ends with slower scrolling', () => {
  const watch = makeFlickWatch(1, 250)
  // One press as Chromium animates it: pixels at each frame.
  const press = [10, 42, 97, 171, 253, 340, 420, 432]
  const frames = [0, 1, 2, 3].flatMap((presses) =>
    press.map((px, frame) => ({ px: presses * 432 + px, ms: presses * 250 + frame * 17 })),
  )
  const results = frames.map((frame) => watch({ ...frame, isScrolling: true }))
  expect(results.lastIndexOf(false)).toBeLessThan(press.length)
  const slow = Array.from({ length: 20 }, (_, frame) =>
    watch({ px: 1_728 + frame * 8, ms: 1_000 + frame * 17, isScrolling: true }),
  )
  expect(slow.at(-1)).toBe(false)
})
