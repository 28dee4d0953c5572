import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type RowAnchorOptions, useRowAnchor } from '#src/ui/table/cards/use-row-anchor.ts'

const keyOf = (index: number) => `L${index}`
const LIST: RowAnchorOptions = {
  count: 500,
  keyOf,
  view: 'all',
  rowsBefore: 0,
  isBelowTop: () => true,
}
const otherKeys = () => (index: number) => `M${index}`

function renderAnchor(list: RowAnchorOptions) {
  return renderHook(useRowAnchor, { initialProps: list })
}

test('the first visible row keeps its position when a row is removed, and in later renders', () => {
  const { result, rerender } = renderAnchor(LIST)
  const less = { ...LIST, count: 499, keyOf: otherKeys() }
  rerender(less)
  expect(result.current).toBe('end')
  rerender(less)
  expect(result.current).toBe('end')
})

test('the first visible row keeps its position, even at the top, when rows before it join and as many others leave', () => {
  const list = { ...LIST, rowsBefore: 400, isBelowTop: () => false }
  const { result, rerender } = renderAnchor(list)
  rerender({ ...list, rowsBefore: 200, keyOf: otherKeys() })
  expect(result.current).toBe('end')
})

test.each([
  ['the list is at its beginning', { count: 501, isBelowTop: () => false }],
  ['the filter changes', { count: 20, view: 'rent' }],
  ['rows only change their order', {}],
])(
  'the beginning of the list keeps its position, instead of the first visible row, when %s',
  (_when, change) => {
    const { result, rerender } = renderAnchor(LIST)
    rerender({ ...LIST, count: 502, keyOf: otherKeys() })
    expect(result.current).toBe('end')
    rerender({ ...LIST, count: 502, keyOf: otherKeys(), ...change })
    expect(result.current).toBe('start')
  },
)
