import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable } from '#src/ui/table/data-table.tsx'
import { describeFlats } from './flats.ts'
import { showOnPhone } from './phone.ts'

// A table that asks for more rows when its start or its end is near. jsdom has no layout, so the table assumes a height
// of 720 px.

const FLATS = describeFlats(900)

function show() {
  const asked: string[] = []
  render(
    <DataTable
      {...FLATS}
      onStartNear={() => asked.push('start')}
      onEndNear={() => asked.push('end')}
    />,
  )
  return asked
}

const printing = (event: 'beforeprint' | 'afterprint') =>
  act(() => window.dispatchEvent(new Event(event)))
const count = (selector: string) => document.querySelectorAll(selector).length

test('a table in the middle of a list asks for no rows while it is printed', () => {
  const asked = show()
  expect(asked).toEqual(['start'])
  const scroller = document.querySelector('.table-scroll') as Element // never null: the rendered table has this class
  scroller.scrollTop = 15_000
  fireEvent.scroll(scroller)
  printing('beforeprint')
  expect(count('tr[data-row]')).toBe(900)
  expect(asked).toEqual(['start'])
  printing('afterprint')
  expect(asked).toEqual(['start'])
  scroller.scrollTop = 100_000
  fireEvent.scroll(scroller)
  expect(asked).toEqual(['start', 'end'])
})

test('cards ask for no rows while they are printed', () => {
  showOnPhone()
  const asked = show()
  expect(asked).toEqual(['start'])
  printing('beforeprint')
  expect(count('.card-list li')).toBe(900)
  expect(asked).toEqual(['start'])
})

afterEach(() => {
  vi.unstubAllGlobals()
})
