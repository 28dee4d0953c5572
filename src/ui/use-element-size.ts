import { type RefObject, startTransition, useEffect, useState } from 'react'

/** CSS pixels. */
export interface ElementSize {
  width: number
  height: number
}

/** The element's current size: null before layout, `fallback` without ResizeObserver. */
export function useElementSize(
  ref: RefObject<HTMLElement | null>,
  fallback: ElementSize,
): ElementSize | null {
  const [size, setSize] = useState(canMeasure() ? null : fallback)
  useEffect(() => {
    const element = ref.current
    if (!element || !canMeasure()) return
    // The observer runs after the browser's own layout, so measuring forces no layout.
    const observer = new ResizeObserver(([entry]) => {
      // A hidden element reports the width 0: its last size stays.
      if (!entry || entry.contentRect.width === 0) return
      const { width, height } = entry.contentRect
      startTransition(() => setSize({ width: Math.round(width), height: Math.round(height) }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

function canMeasure(): boolean {
  return typeof ResizeObserver === 'function'
}
