import { expect, test } from 'vitest'
import { sortRows } from '#src/ui/table/columns/sort-rows.ts'

const ascending = (values: (string | number | null)[]) => sortRows(values, (value) => value, 'asc')
const descending = (values: (string | number | null)[]) =>
  sortRows(values, (value) => value, 'desc')

test.each([
  ['numbers by value', [10, 9, -1], [-1, 9, 10]],
  ['numbers in texts by value', ['Flat 10', 'Flat 9'], ['Flat 9', 'Flat 10']],
  ['texts without regard to case', ['pune', 'Mumbai', 'Nashik'], ['Mumbai', 'Nashik', 'pune']],
])('sorts %s', (_what, values, sorted) => {
  expect(ascending(values)).toEqual(sorted)
  expect(descending(values)).toEqual([...sorted].reverse())
})

test('rows without a value are last in both directions', () => {
  expect(ascending([null, 2, Number.NaN, 1])).toEqual([1, 2, null, Number.NaN])
  expect(descending([null, 2, Number.NaN, 1])).toEqual([2, 1, null, Number.NaN])
})

test('rows with equal values keep their order in both directions', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(sortRows(rows, () => 'same', 'asc')).toEqual(rows)
  expect(sortRows(rows, () => 'same', 'desc')).toEqual(rows)
})
