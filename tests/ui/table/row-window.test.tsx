import { act, fireEvent, render } from '@testing-library/react'
import { Activity, useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable } from '#src/ui/table/data-table.tsx'
import { useRowWindow } from '#src/ui/table/use-row-window.ts'
import { describeFlats } from './flats.ts'

// A long table in a section that is hidden and shown again. jsdom has no layout, so the table assumes a height of
// 720 px.

const FLATS = describeFlats(1_000)

function Section({ isShown }: { isShown: boolean }) {
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <DataTable {...FLATS} />
    </Activity>
  )
}

const hasPartial = () => document.querySelector('tr[data-passing]') !== null

/** Scrolls to each position in turn, one for each frame. */
function flick(...positions: number[]) {
  const scroller = document.querySelector('.table-scroll') as Element // never null: the rendered table has this class
  for (const px of positions) {
    act(() => vi.advanceTimersByTime(17))
    scroller.scrollTop = px
    fireEvent.scroll(scroller)
  }
}

test('a table that is hidden during a flick has complete rows when it is shown again', () => {
  vi.useFakeTimers()
  const { rerender } = render(<Section isShown />)
  flick(0, 3_000)
  expect(hasPartial()).toBe(true)
  rerender(<Section isShown={false} />)
  rerender(<Section isShown />)
  expect(hasPartial()).toBe(false)
})

// Otherwise each press would cost the frames that complete 48 rows.
test('the rows that repeated Page Down passes stay partial until the last press', () => {
  vi.useFakeTimers()
  render(<Section isShown />)
  const scroller = document.querySelector('.table-scroll') as Element // never null: the rendered table has this class
  const press = [10, 42, 97, 171, 253, 320, 365, 395, 412, 424, 432] // pixels in each frame, as Chromium animates a press
  const beginMs = performance.now()
  const partial = [0, 1, 2, 3].flatMap((presses) =>
    press.map((px, frame) => {
      const ms = presses * 250 + frame * 17
      act(() => vi.advanceTimersByTime(beginMs + ms - performance.now()))
      scroller.scrollTop = presses * 432 + px
      fireEvent.scroll(scroller)
      return hasPartial()
    }),
  )
  expect(partial.lastIndexOf(false)).toBeLessThan(press.length)
  act(() => vi.advanceTimersByTime(200))
  expect(hasPartial()).toBe(false)
})

// Otherwise a second pass over the same rows would render them completely, and leave places without rows meanwhile.
test('rows that were complete, were removed, and come back in a flick are partial', () => {
  vi.useFakeTimers()
  render(<Section isShown />)
  flick(0, 12_000)
  act(() => vi.advanceTimersByTime(200))
  expect(hasPartial()).toBe(false)
  flick(10_000, 0, 6_000, 12_000)
  const complete = document.querySelectorAll('tr[data-row]:not([data-passing])')
  expect(complete).toHaveLength(0)
})

/** Notes the rows of each commit in `drawn`. */
function List({ view, drawn }: { view: string; drawn: [first: number, end: number][] }) {
  const size = { count: 1_000, rowHeightPx: 40, headHeightPx: 40 }
  const { first, end, scrollRef } = useRowWindow({ ...size, keyOf: String, view, rowsBefore: 0 })
  useLayoutEffect(() => {
    drawn.push([first, end])
  })
  return <div ref={scrollRef} />
}

test('another filter draws the rows in view first, then those below them', () => {
  const { rerender } = render(<List view="all" drawn={[]} />)
  const drawn: [first: number, end: number][] = []
  rerender(<List view="pune" drawn={drawn} />)
  expect(drawn[0]).toEqual([0, 17]) // (720 px - 40 px) / 40 px
  expect(drawn.at(-1)?.[1]).toBeGreaterThan(30)
})

afterEach(() => {
  vi.useRealTimers()
})
