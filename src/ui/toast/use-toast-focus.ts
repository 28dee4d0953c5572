import { type RefObject, useEffect, useRef } from 'react'

const STOPS = 'a[href], button:not(:disabled)'

/**
 * Puts the messages into the Tab order right after the control that caused the newest of them, although they are at the
 * end of the document: Tab enters them from there, leaves them to the control behind it, and Shift+Tab returns to it.
 */
export function useToastFocus(
  listRef: RefObject<HTMLElement | null>,
  newestId: string | undefined,
  isShown: boolean,
) {
  /** The element that had the focus when the newest message appeared. */
  const causeRef = useRef<Element | null>(null)
  useEffect(() => {
    const { activeElement } = document
    if (newestId && !listRef.current?.contains(activeElement)) causeRef.current = activeElement
  }, [newestId, listRef])

  useEffect(() => {
    if (!isShown) return
    function handleTab(event: KeyboardEvent) {
      const list = listRef.current
      if (event.key !== 'Tab' || event.defaultPrevented || !list) return
      const stops = [...list.querySelectorAll<HTMLElement>(STOPS)]
      const cause = findFocusable(causeRef.current)
      const { activeElement } = document
      if (!list.contains(activeElement)) {
        const isAtCause = cause ? activeElement === cause : activeElement === document.body
        if (event.shiftKey || !isAtCause || stops.length === 0) return
        event.preventDefault()
        stops[0]?.focus()
      } else if (event.shiftKey && activeElement === stops[0] && cause) {
        event.preventDefault()
        cause.focus()
      } else if (!event.shiftKey && activeElement === stops.at(-1)) {
        // The browser then moves on from there.
        cause?.focus({ preventScroll: true })
      }
    }
    document.addEventListener('keydown', handleTab)
    return () => document.removeEventListener('keydown', handleTab)
  }, [listRef, isShown])

  return {
    /** Returns the focus to the control that caused the message, because the pressed button leaves with its toast. */
    leave(): void {
      if (listRef.current?.contains(document.activeElement))
        findFocusable(causeRef.current)?.focus({ preventScroll: true })
    },
  }
}

function findFocusable(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  return element.isConnected && !element.matches(':disabled') ? element : null
}
