import { type RefObject, useEffect } from 'react'

const SETTLING_MS = 4_000 // the parts of the details above the notes have loaded by then
const TAKING_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Shows the note that the address names, and gives it the focus. It stays in view while the rest of the details loads above
 * it, until the person scrolls, presses or types.
 */
export function useWantedNote(itemRef: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const item = itemRef.current
    if (!isWanted || !item) return
    const show = () => item.scrollIntoView?.({ block: 'center' })
    item.focus({ preventScroll: true })
    show()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(show)
    observer.observe(item.closest('.modal-body')?.firstElementChild ?? document.body)
    const stop = new AbortController()
    function end() {
      observer.disconnect()
      stop.abort()
    }
    const timer = setTimeout(end, SETTLING_MS)
    const options = { capture: true, passive: true, signal: stop.signal }
    for (const type of TAKING_OVER) window.addEventListener(type, end, options)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [itemRef, isWanted])
}
