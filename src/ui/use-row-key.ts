import { useCallback, useState } from 'react'

/**
 * The key of a row by its place: the same function as long as the keys are the same, as another one has every place of the
 * list computed anew.
 */
export function useRowKey<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): (index: number) => string {
  const [keyed, setKeyed] = useState(rows)
  if (keyed !== rows && !haveSameKeys(keyed, rows, rowKey)) setKeyed(rows)
  return useCallback(
    (index) => {
      const row = keyed[index]
      return row === undefined ? String(index) : rowKey(row)
    },
    [keyed, rowKey],
  )
}

function haveSameKeys<Row>(
  before: readonly Row[],
  after: readonly Row[],
  rowKey: (row: Row) => string,
): boolean {
  if (before.length !== after.length) return false
  return after.every((row, place) => {
    const known = before[place]
    return row === known || (known !== undefined && rowKey(row) === rowKey(known))
  })
}
