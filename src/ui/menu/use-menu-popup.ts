import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Places an open menu, above its button if there is no room below, and focuses the chosen item, else the first. Calls
 * `onLeave` for a press or a focus outside the menu, and when its screen is hidden. Returns the ref of the popup.
 */
export function useMenuPopup(
  isOpen: boolean,
  onLeave: () => void,
): RefObject<HTMLDivElement | null> {
  const popupRef = useRef<HTMLDivElement>(null)
  const latest = useRef(onLeave)
  useEffect(() => {
    latest.current = onLeave
  })
  useLayoutEffect(() => {
    const popup = popupRef.current
    if (!isOpen || !popup) return
    place(popup)
    const leave = ({ target }: Event) => {
      const isInside = popup.parentElement?.contains(target as Node) // the target of these events is a node
      if (!isInside) latest.current()
    }
    for (const type of LEAVING) document.addEventListener(type, leave)
    return () => {
      for (const type of LEAVING) document.removeEventListener(type, leave)
    }
  }, [isOpen])
  // A hidden screen keeps its state. An open menu would come back with it, and take the focus.
  useLayoutEffect(() => () => latest.current(), [])
  return popupRef
}

const EDGE_PX = 8 // between a menu and the edge of the window
const LEAVING = ['pointerdown', 'focusin']

function place(popup: HTMLElement): void {
  const { bottom, height, left } = popup.getBoundingClientRect()
  // A menu hangs at the right edge of its button, which may be near the left edge of the window.
  if (left < EDGE_PX) popup.style.right = `${left - EDGE_PX}px`
  const button = popup.previousElementSibling?.getBoundingClientRect()
  const hasRoomAbove = (button?.top ?? 0) > height
  if (bottom > window.innerHeight && hasRoomAbove) popup.dataset['side'] = 'above'
  const chosen = popup.querySelector<HTMLElement>('[aria-checked="true"]')
  const target = chosen ?? popup.querySelector<HTMLElement>('[role^="menuitem"]')
  target?.focus({ preventScroll: true })
  target?.scrollIntoView?.({ block: 'nearest' })
}
