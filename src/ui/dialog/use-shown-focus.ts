import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the element on mount and scrolls to the top of the page: the previous content is gone. */
export function useShownFocus<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shownRef = useRef<Shown>(null)
  useEffect(() => {
    shownRef.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return shownRef
}
