import { useCallback, useRef } from 'react'

const MOST_PX = 400 // more than the page can have above a table and its toolbar

/**
 * Scrolls the page with a table that scrolls in a box of its own, until everything above the table's toolbar is out of
 * view; the browser limits the page's position. Nothing resizes, so no row renders again.
 */
export function usePageFold(): (tablePx: number) => void {
  const foldedPx = useRef(0)
  return useCallback((tablePx: number) => {
    const px = Math.min(tablePx, MOST_PX)
    // Further down, a scroll frame has no work here.
    if (px === foldedPx.current) return
    foldedPx.current = px
    window.scrollTo(0, px)
  }, [])
}
