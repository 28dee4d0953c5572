import { type RefObject, useEffect, useRef } from 'react'

/** The element that takes the focus when it comes, and the page's top with it: what was there before is gone. */
export function useShownFocus<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shownRef = useRef<Shown>(null)
  useEffect(() => {
    shownRef.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return shownRef
}
