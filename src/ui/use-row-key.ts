import { useCallback } from 'react'

/** The key of a row by its place: the same function for the same rows, as another one has every place computed anew. */
export function useRowKey(rows: readonly { id: string }[]): (index: number) => string {
  return useCallback((index) => rows[index]?.id ?? String(index), [rows])
}
