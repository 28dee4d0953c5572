import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focuses the element when it is shown, and scrolls to the top of the page: the previous content is gone. A layout effect: a
 * page must not be painted, or read by a screen reader, without a focus.
 */
export function useShownFocus<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shownRef = useRef<Shown>(null)
  useLayoutEffect(() => {
    const shown = shownRef.current
    shown?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    // Chromium computes the styles of the whole page once more if an element that has the focus is removed.
    return () => shown?.blur()
  }, [])
  return shownRef
}
