import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortRows } from '#src/ui/table/columns/sort-rows.ts'

type Value = string | number | null

const rowKey = (value: Value) => String(value)
const sort = (values: readonly Value[], direction: 'asc' | 'desc') =>
  sortRows(values, { sortValue: (value) => value, direction, rowKey })

test.each([
  ['numbers by value', [10, 9, -1], [-1, 9, 10]],
  [
    'texts by code points',
    ['pune', '\uff21', '\u{1f600}', 'Pune'],
    ['Pune', 'pune', '\uff21', '\u{1f600}'],
  ],
])('sorts %s', (_what, values, sorted) => {
  expect(sort(values, 'asc')).toEqual(sorted)
  expect(sort(values, 'desc')).toEqual([...sorted].reverse())
})

test('any two texts are in the order of their bytes in UTF-8, as in the databases', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const bytes = [Buffer.from(one), Buffer.from(other)].sort(Buffer.compare)
      expect(sort([one, other], 'asc').map((found) => Buffer.from(String(found)))).toEqual(bytes)
    }),
  )
})

test('rows without a value are last in both directions', () => {
  expect(sort([null, 2, Number.NaN, 1], 'asc')).toEqual([1, 2, Number.NaN, null])
  expect(sort([null, 2, Number.NaN, 1], 'desc')).toEqual([2, 1, null, Number.NaN])
})

test('rows with equal values are in the order of their keys', () => {
  const rows = [{ id: 'b' }, { id: 'c' }, { id: 'a' }]
  const of = (direction: 'asc' | 'desc') =>
    sortRows(rows, { sortValue: () => 'same', direction, rowKey: ({ id }) => id })
      .map(({ id }) => id)
      .join('')
  expect([of('asc'), of('desc')]).toEqual(['abc', 'cba'])
})
