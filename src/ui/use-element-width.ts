import { type RefObject, useLayoutEffect, useState } from 'react'

/** The element's width in CSS pixels, kept up to date; `fallbackPx` where there is no layout. */
export function useElementWidth(ref: RefObject<HTMLElement | null>, fallbackPx: number): number {
  const [widthPx, setWidthPx] = useState(fallbackPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidthPx(element.clientWidth || fallbackPx)
    measure()
    if (typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, fallbackPx])
  return widthPx
}
