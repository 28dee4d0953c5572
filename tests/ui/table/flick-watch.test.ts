import { expect, it } from 'vitest'
import { makeFlickWatch } from '#src/ui/table/flick-watch.ts'

const CARD_PX = 316

/** The answers at each card that comes into view, all of them at one speed. */
function pass(watch: ReturnType<typeof makeFlickWatch>, { from = 0, cards = 5, pxPerMs = 3 }) {
  return Array.from({ length: cards }, (_, index) => {
    const px = from + index * CARD_PX
    return watch({ px, ms: px / pxPerMs, isScrolling: true })
  })
}

it('tells a flick from its second card on, whichever way it goes', () => {
  expect(pass(makeFlickWatch(1.5), { pxPerMs: 3 })).toEqual([false, true, true, true, true])
  const watch = makeFlickWatch(1.5)
  watch({ px: 9_000, ms: 0, isScrolling: true })
  expect(watch({ px: 8_600, ms: 100, isScrolling: true })).toBe(true)
})

it('takes a speed at which a card can be read for no flick', () => {
  expect(pass(makeFlickWatch(1.5), { pxPerMs: 1.4 })).toEqual([false, false, false, false, false])
})

it('takes a jump for no flick, however far it goes', () => {
  const watch = makeFlickWatch(1.5)
  watch({ px: 0, ms: 0, isScrolling: true })
  expect(watch({ px: 900_000, ms: 300, isScrolling: true })).toBe(false)
})

it('is over with the scrolling, and with the next card that can be read', () => {
  const watch = makeFlickWatch(1.5)
  pass(watch, { cards: 3, pxPerMs: 3 })
  expect(watch({ px: 640, ms: 350, isScrolling: false })).toBe(false)
  pass(watch, { from: 3_000, cards: 3, pxPerMs: 3 })
  expect(watch({ px: 3_800, ms: 1_411, isScrolling: true })).toBe(false)
})

it('goes on while a measured card has it asked again where it is', () => {
  const watch = makeFlickWatch(1.5)
  pass(watch, { cards: 3, pxPerMs: 3 })
  expect(watch({ px: 660, ms: 300, isScrolling: true })).toBe(true)
})
