import { useEffect } from 'react'

const NEAR_ROWS = 40 // two screens of a desk

/**
 * Calls a function when the rendered rows are near the start or the end of all. `end` is the place after the last rendered
 * row. A print renders rows that nobody has come near to.
 */
export function useEndsNear({
  first,
  end,
  count,
  isPrinting,
  onStartNear,
  onEndNear,
}: EndsNearOptions): void {
  const isStartNear = !isPrinting && first < NEAR_ROWS
  const isEndNear = !isPrinting && end >= count - NEAR_ROWS
  useEffect(() => {
    if (isStartNear) onStartNear?.()
  }, [isStartNear, onStartNear])
  useEffect(() => {
    if (isEndNear) onEndNear?.()
  }, [isEndNear, onEndNear])
}

interface EndsNearOptions {
  first: number
  end: number
  count: number
  isPrinting: boolean
  onStartNear: (() => void) | undefined
  onEndNear: (() => void) | undefined
}
