import { useMemo, useState } from 'react'

/**
 * Returns a row's key by its index. The function is stable while the keys are the same, because a new function makes
 * the list recompute every position. It changes in the same render as the rows. Rows are compared once, not in every
 * render: after a change of one row, 10,000 rows would be compared again for each choice in another.
 */
export function useRowKey<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): (index: number) => string {
  const [known, setKnown] = useState(() => keysOf(rows, rowKey))
  const isSame = useMemo(() => haveSameKeys(known.rows, rows, rowKey), [known, rows, rowKey])
  if (isSame) return known.keyOf
  const next = keysOf(rows, rowKey)
  setKnown(next)
  return next.keyOf
}

function keysOf<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  const keyOf = (index: number) => {
    const row = rows[index]
    return row === undefined ? String(index) : rowKey(row)
  }
  return { rows, keyOf }
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
