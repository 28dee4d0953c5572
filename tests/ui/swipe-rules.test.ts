import { describe, expect, test } from 'vitest'
import { findSide, isAtEdge, leanOf, readDirection } from '#src/ui/swipe-rules.ts'

const CARD_PX = 360

describe('a finger on a card', () => {
  test.each([
    ["moved a third of the card's width chooses nothing", { dx: 120, dy: 0 }, null],
    [
      "moved to the right by 35 % of the card's width chooses the right side",
      { dx: 126, dy: 0 },
      'right',
    ],
    [
      "moved to the left by over 35 % of the card's width chooses the left side",
      { dx: -200, dy: 20 },
      'left',
    ],
    ['moved diagonally chooses nothing', { dx: 200, dy: 120 }, null],
    ['moved straight up chooses nothing', { dx: 0, dy: -500 }, null],
    ['moved up and then sideways chooses nothing', { dx: 180, dy: -300 }, null],
  ])('%s', (_name, way, expected) => {
    expect(findSide(way, CARD_PX)).toBe(expected)
  })

  test.each([
    ['that has moved less than 10 px has no direction yet', { dx: 4, dy: 4 }, null],
    ['moved mainly sideways moves the card', { dx: -14, dy: 5 }, 'sideways'],
    ['moved mainly down scrolls the page', { dx: 3, dy: 14 }, 'other'],
    ['moved diagonally scrolls the page', { dx: 12, dy: 10 }, 'other'],
  ])('%s', (_name, way, expected) => {
    expect(readDirection(way)).toBe(expected)
  })

  test.each([
    [0, 'is ignored, because it may be a Back gesture of the system', true],
    [23, 'is ignored, because it may be a Back gesture of the system', true],
    [24, 'may be a swipe', false],
    [366, 'may be a swipe', false],
    [367, 'is ignored, because it may be a Back gesture of the system', true],
  ])('that starts at %i px on a screen of 390 px %s', (x, _effect, expected) => {
    expect(isAtEdge(x, 390)).toBe(expected)
  })

  test('tilts the card in proportion to the progress towards a choice, up to a limit', () => {
    expect(leanOf({ dx: 63 }, CARD_PX).share).toBeCloseTo(0.5)
    expect(leanOf({ dx: -900 }, CARD_PX)).toEqual({ share: -1, turnDeg: -4 })
    expect(leanOf({ dx: 0 }, 0)).toEqual({ share: 0, turnDeg: 0 })
  })
})
