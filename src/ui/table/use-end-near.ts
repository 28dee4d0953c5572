import { useEffect } from 'react'

const NEAR_ROWS = 40 // two screens of a desk

/** Calls a function when the rendered rows are near the end of all. `end` is the place after the last rendered row. */
export function useEndNear(end: number, count: number, onEndNear: (() => void) | undefined): void {
  const isNear = end >= count - NEAR_ROWS
  useEffect(() => {
    if (isNear) onEndNear?.()
  }, [isNear, onEndNear])
}
