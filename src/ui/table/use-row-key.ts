import { useState } from 'react'

/**
 * The key of a row by its place: the same function as long as the keys are the same, as another one has every place of the
 * list computed anew. It is new in the very drawing that has other rows.
 */
export function useRowKey<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): (index: number) => string {
  const [known, setKnown] = useState(() => keysOf(rows, rowKey))
  if (known.rows === rows || haveSameKeys(known.rows, rows, rowKey)) return known.keyOf
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
