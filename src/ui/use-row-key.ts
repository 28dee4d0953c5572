import { useCallback } from 'react'

/** The key of a row by its place: the same function for the same rows, as another one has every place computed anew. */
export function useRowKey<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): (index: number) => string {
  return useCallback(
    (index) => {
      const row = rows[index]
      return row === undefined ? String(index) : rowKey(row)
    },
    [rows, rowKey],
  )
}
