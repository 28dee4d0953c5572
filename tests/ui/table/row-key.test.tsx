import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRowKey } from '#src/ui/table/use-row-key.ts'

interface Row {
  id: string
  status?: string
}

const idOf = ({ id }: Row) => id
const [one, two, three] = [{ id: 'L1' }, { id: 'L2' }, { id: 'L3' }]

function renderKeys(rows: readonly Row[]) {
  return renderHook(({ rows }) => useRowKey(rows, idOf), { initialProps: { rows } })
}

test('the key function stays the same object when a row changes but keeps its key', () => {
  const { result, rerender } = renderKeys([one, two])
  const before = result.current
  rerender({ rows: [one, { ...two, status: 'approved' }] })
  expect(result.current).toBe(before)
})

test.each([
  ['changes its order', [two, one], ['L2', 'L1', '2']],
  ['gains a row', [one, two, three], ['L1', 'L2', 'L3']],
  ['loses a row', [two], ['L2', '1', '2']],
])(
  'when the list %s, the key function returns the new keys, and an index without a row as its own key',
  (_change, rows, keys) => {
    const { result, rerender } = renderKeys([one, two])
    rerender({ rows })
    expect([0, 1, 2].map(result.current)).toEqual(keys)
  },
)
