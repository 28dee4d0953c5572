import { type RefObject, startTransition, useEffect, useState } from 'react'

/** The element's width in CSS pixels, kept up to date: null until it was laid out, `fallbackPx` where nothing is. */
export function useElementWidth(
  ref: RefObject<HTMLElement | null>,
  fallbackPx: number,
): number | null {
  const [widthPx, setWidthPx] = useState(canMeasure() ? null : fallbackPx)
  useEffect(() => {
    const element = ref.current
    if (!element || !canMeasure()) return
    // Told after the browser's own layout, so that none is asked for; what hangs on it is drawn in slices.
    const observer = new ResizeObserver(([entry]) => {
      // What is out of view has none.
      if (!entry || entry.contentRect.width === 0) return
      startTransition(() => setWidthPx(Math.round(entry.contentRect.width)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return widthPx
}

function canMeasure(): boolean {
  return typeof ResizeObserver === 'function'
}
