import { type RefObject, useLayoutEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

/**
 * Moves the focus when a page opens: to `fieldRef`, else to the heading with the returned ref, so that a screen
 * reader announces the page. Without a field, it leaves the focus to the browser after a load, a reload or Back.
 */
export function useArrivalFocus(
  fieldRef?: RefObject<HTMLElement | null>,
): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const hasArrived = useRef(false)
  const isFromInside = useNavigationType() !== NavigationType.Pop

  useLayoutEffect(() => {
    if (hasArrived.current) return
    hasArrived.current = true
    // An open dialog keeps the focus.
    if (document.querySelector('dialog[open]')) return
    if (fieldRef) fieldRef.current?.focus()
    else if (isFromInside) headingRef.current?.focus()
  }, [fieldRef, isFromInside])

  return headingRef
}
