import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Box, findFreePlace, keepClear } from '#src/ui/toast/toast-place.ts'

const PHONE = { left: 20, top: 20, right: 370, bottom: 844 }
const DESK = { left: 16, top: 16, right: 1424, bottom: 900 }

function boxAt(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height }
}

const toast = boxAt(20, 764, 350, 60)
const deskToast = boxAt(1074, 824, 350, 60)

describe('the position of the toasts', () => {
  test('is the bottom right if nothing is in the way', () => {
    expect(findFreePlace(toast, [20], [boxAt(20, 500, 350, 44)], PHONE)).toEqual({
      left: 20,
      top: 764,
    })
  })

  test('is above the buttons at the bottom, and above further buttons over these', () => {
    const buttons = [boxAt(20, 690, 350, 44), boxAt(20, 790, 350, 44)]
    expect(findFreePlace(toast, [20], buttons, PHONE)).toEqual({ left: 20, top: 690 - 8 - 60 })
  })

  test('is further to the left if buttons fill the right edge', () => {
    const column = Array.from({ length: 22 }, (_, row) => boxAt(1290, row * 40, 120, 40))
    expect(findFreePlace(deskToast, [1074, 264], column, DESK)).toEqual({ left: 264, top: 824 })
  })

  test('never covers a button, unless no position is free', () => {
    const buttons = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 1300 }), fc.integer({ min: -50, max: 880 }))
        .map(([left, top]) => boxAt(left, top, 120, 44)),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(buttons, (others) => {
        const { left, top } = findFreePlace(deskToast, [1074, 264, 545], others, DESK)
        const isFirst = left === 1074 && top === 824
        const placed = boxAt(left, top, 350, 60)
        const isCovering = others.some((other) => isOver(placed, other))
        expect(isCovering && !isFirst).toBe(false)
        expect(top).toBeGreaterThanOrEqual(DESK.top)
      }),
    )
  })
})

function isOver(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    one.right > other.left &&
    one.top < other.bottom &&
    one.bottom > other.top
  )
}

test('a change of the page moves the toasts only after the next paint', async () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout'] })
  const list = document.createElement('section')
  // Under a pointer, placing ends after its first step.
  const place = vi.spyOn(list, 'matches').mockReturnValue(true)
  const stop = keepClear(list)
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
  expect(place).toHaveBeenCalledTimes(1)
  document.body.append(document.createElement('p'))
  await Promise.resolve() // the MutationObserver's callback
  requestAnimationFrame(() => expect(place).toHaveBeenCalledTimes(1))
  vi.advanceTimersToNextFrame()
  vi.runAllTimers()
  expect(place).toHaveBeenCalledTimes(2)
})
