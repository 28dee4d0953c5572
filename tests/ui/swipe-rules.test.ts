import { describe, expect, test } from 'vitest'
import { findSide, isAtEdge, leanOf, readDirection } from '#src/ui/swipe-rules.ts'

const CARD_PX = 360

describe('a finger on a card', () => {
  test.each([
    ["moved a third of the card's width chooses nothing", { dx: 120, dy: 0 }, null],
    ['moved 35 % of the width to the right chooses', { dx: 126, dy: 0 }, 'right'],
    ['moved over 35 % of the width to the left chooses', { dx: -200, dy: 20 }, 'left'],
    ['moved diagonally chooses nothing', { dx: 200, dy: 120 }, null],
    ['that scrolls never chooses', { dx: 0, dy: -500 }, null],
    ['that scrolls and ends sideways never chooses', { dx: 180, dy: -300 }, null],
  ])('%s', (_name, way, expected) => {
    expect(findSide(way, CARD_PX)).toBe(expected)
  })

  test.each([
    ['rests', { dx: 4, dy: 4 }, null],
    ['moves the card', { dx: -14, dy: 5 }, 'sideways'],
    ['scrolls', { dx: 3, dy: 14 }, 'other'],
    ['scrolls diagonally', { dx: 12, dy: 10 }, 'other'],
  ])('%s', (_name, way, expected) => {
    expect(readDirection(way)).toBe(expected)
  })

  test.each([
    [0, true],
    [23, true],
    [24, false],
    [366, false],
    [367, true],
  ])(
    "at %i px on a screen of 390 px is ignored, because it may be the system's Back gesture: %s",
    (x, expected) => {
      expect(isAtEdge(x, 390)).toBe(expected)
    },
  )

  test('tilts the card in proportion to the progress towards a choice, up to a limit', () => {
    expect(leanOf({ dx: 63 }, CARD_PX).share).toBeCloseTo(0.5)
    expect(leanOf({ dx: -900 }, CARD_PX)).toEqual({ share: -1, turnDeg: -4 })
    expect(leanOf({ dx: 0 }, 0)).toEqual({ share: 0, turnDeg: 0 })
  })
})
