import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePlace, findGap, keepClear, type ToastBox } from '#src/ui/toast/toast-place.ts'

const PHONE = { left: 20, top: 20, right: 370, bottom: 844 }
const DESK = { left: 16, top: 16, right: 1424, bottom: 900 }

function boxAt(left: number, top: number, width: number, height: number): ToastBox {
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

  test('is none if buttons fill the screen', () => {
    const buttons = Array.from({ length: 22 }, (_, row) => boxAt(20, row * 40, 350, 36))
    expect(findFreePlace(toast, [20], buttons, PHONE)).toBeNull()
  })

  test.each([
    [
      'between the controls of a header',
      [boxAt(8, 6, 44, 44), boxAt(1300, 6, 120, 44)],
      1440,
      [501, 350],
    ],
    ['beside the last control', [boxAt(8, 6, 44, 44), boxAt(60, 6, 90, 44)], 800, [300, 350]],
    [
      'over all but the first control of a narrow header',
      [boxAt(8, 6, 44, 44), boxAt(220, 6, 90, 44)],
      320,
      [60, 252],
    ],
    ['at the edge of a page without a header', [], 390, [8, 350]],
  ])('over the header is %s', (_, controls, right, [left, width]) => {
    expect(findGap(controls, right, 350)).toEqual({ left, width })
  })

  test('never covers a button', () => {
    const buttons = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 1300 }), fc.integer({ min: -50, max: 880 }))
        .map(([left, top]) => boxAt(left, top, 120, 44)),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(buttons, (others) => {
        const found = findFreePlace(deskToast, [1074, 264, 545], others, DESK)
        if (!found) return
        const placed = boxAt(found.left, found.top, 350, 60)
        expect(others.some((other) => isOver(placed, other))).toBe(false)
        expect(found.top).toBeGreaterThanOrEqual(DESK.top)
      }),
    )
  })
})

function isOver(one: ToastBox, other: ToastBox): boolean {
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
  // Under a pointer, placing ends after its first step if the list has a place.
  list.dataset['fit'] = 'all'
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
