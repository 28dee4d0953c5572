import { type RefObject, useLayoutEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'

/**
 * Where the focus goes when a page has opened: into `fieldRef`, else to the heading whose ref this gives, so that a
 * screen reader says where one is. A load, a reload and Back leave it to the browser unless there is a field.
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
    // A dialog keeps the focus until it is answered.
    if (document.querySelector('dialog[open]')) return
    if (fieldRef) fieldRef.current?.focus()
    else if (isFromInside) headingRef.current?.focus()
  }, [fieldRef, isFromInside])

  return headingRef
}
