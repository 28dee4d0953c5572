import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DataColumn } from '#src/ui/table/columns/data-columns.ts'
import { DataTable } from '#src/ui/table/data-table.tsx'
import { showOnPhone } from './phone.ts'

// When a list is refreshed while a pointer is over it, its rows remain in place until the pointer leaves.

interface Flat {
  id: string
  city: string
}

const FLATS: Flat[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, city: 'Pune' }))
const COLUMNS: DataColumn<Flat>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => id },
  { id: 'city', header: 'City', cell: ({ city }) => city, sortValue: ({ city }) => city },
]
const idOf = ({ id }: Flat) => id
const TABLE = { caption: 'Flats', rowKey: idOf, cardTitle: idOf, emptyText: 'No flats' }
const [A, B, C, D] = FLATS as [Flat, Flat, Flat, Flat] // FLATS has four elements
const NEW = { id: 'new', city: 'Agra' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function showAs(shape: 'table' | 'cards') {
  if (shape === 'cards') showOnPhone()
  const table = (given: Partial<Parameters<typeof DataTable<Flat>>[0]>) => (
    <DataTable {...TABLE} columns={COLUMNS} rows={FLATS} filterKey="all" {...given} />
  )
  const { rerender } = render(table({}))
  const list = screen.getByRole(shape === 'cards' ? 'list' : 'region')
  return {
    hover: () => fireEvent.pointerEnter(list),
    leave() {
      fireEvent.pointerLeave(list)
      act(() => void vi.advanceTimersByTime(500))
    },
    refresh: (rows: Flat[], given = {}) => rerender(table({ rows, ...given })),
  }
}

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row'])
const leaving = () =>
  [...document.querySelectorAll('[data-leaving]')].map(
    (row) => row.closest<HTMLElement>('[data-row]')?.dataset['row'],
  )

describe.each(['table', 'cards'] as const)('in %s', (shape) => {
  test.each([
    ['a row above it is removed', [B, C, D], ['a', 'b', 'c', 'd'], ['a']],
    ['a row is added above it', [NEW, ...FLATS], ['a', 'b', 'c', 'd', 'new'], []],
    ['other rows move', [D, C, B, A], ['a', 'b', 'c', 'd'], []],
    ['the row itself is removed', [A, B, D], ['a', 'b', 'c', 'd'], ['c']],
  ])(
    'a row under the pointer stays when %s, until the pointer leaves',
    (_what, rows, kept, gone) => {
      const list = showAs(shape)
      list.hover()
      list.refresh(rows)
      expect(shown()).toEqual(kept)
      expect(leaving()).toEqual(gone)
      list.leave()
      expect(shown()).toEqual(rows.map(idOf))
      expect(leaving()).toEqual([])
    },
  )

  test('a refresh under the pointer changes the values in the rows at once, but not their order', () => {
    const list = showAs(shape)
    list.hover()
    list.refresh([B, { ...A, city: 'Delhi' }, C, D])
    expect(shown()).toEqual(['a', 'b', 'c', 'd'])
    expect(screen.getByText('Delhi')).toBeVisible()
  })

  test.each([
    ['if no pointer is over the list', { hovers: false, given: {}, rows: [B, C, D] }],
    ['when the filter changes', { hovers: true, given: { filterKey: 'rent' }, rows: [D, B] }],
    ['when the user removes a row', { hovers: true, given: { source: 'same' }, rows: [B, C, D] }],
  ])('rows move at once %s', (_when, { hovers, given, rows }) => {
    const list = showAs(shape)
    if ('source' in given) list.refresh(FLATS, given)
    if (hovers) list.hover()
    list.refresh(rows, given)
    expect(shown()).toEqual(rows.map(idOf))
  })

  test('the rows remain in place until 500 ms after the pointer has left, because the click of a tap comes later', () => {
    const list = showAs(shape)
    list.hover()
    list.refresh([B, C, D])
    fireEvent.pointerLeave(screen.getByRole(shape === 'cards' ? 'list' : 'region'))
    act(() => void vi.advanceTimersByTime(499))
    expect(shown()).toEqual(['a', 'b', 'c', 'd'])
  })
})
