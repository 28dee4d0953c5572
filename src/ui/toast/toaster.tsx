import { type RefObject, useEffect, useRef } from 'react'
import { resolveValue, useToaster } from 'react-hot-toast/headless'

const FADE_MS = 160 // longer than the 120 ms fade of .toast[data-leaving] in toasts.css

/** Shows the toasts of `showToast`, newest first. Render it once, at the root. */
export function Toaster() {
  const { toasts, handlers } = useToaster({ removeDelay: FADE_MS })
  const listRef = useRef<HTMLElement>(null)
  const newestId = toasts[0]?.id
  const { startPause, endPause } = handlers
  useEffect(() => {
    if (newestId && listRef.current) raiseAboveDialogs(listRef.current)
  }, [newestId])
  useClearPlace(listRef, newestId !== undefined)
  // Ends a pause that began because the pointer or the focus entered the toasts. If a toast is closed by its own
  // button, no leave or blur event ends the pause.
  const count = toasts.length
  useEffect(() => {
    if (count === 0 || !isAttendedTo(listRef.current)) endPause()
  }, [count, endPause])

  return (
    <section
      ref={listRef}
      className="toaster"
      aria-label="Messages"
      popover="manual"
      onPointerEnter={startPause}
      onPointerLeave={endPause}
      onFocus={startPause}
      onBlur={endPause}
    >
      {toasts.map((shown) => (
        <div
          key={shown.id}
          className="toast"
          data-type={shown.type}
          data-leaving={shown.visible ? undefined : true}
          role={shown.ariaProps.role}
          aria-live={shown.ariaProps['aria-live']}
        >
          {resolveValue(shown.message, shown)}
        </div>
      ))}
    </section>
  )
}

/** Keeps the toasts clear of the decision buttons. The code for this loads with the first toast. */
function useClearPlace(listRef: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const list = listRef.current
    if (!isShown || typeof list?.showPopover !== 'function') return
    let stop = () => {}
    let isOver = false
    import('./toast-place.ts').then(
      ({ keepClear }) => {
        if (!isOver) stop = keepClear(list)
      },
      (error: unknown) => console.warn('Toasts stay at the bottom right.', error),
    )
    return () => {
      isOver = true
      stop()
    }
  }, [listRef, isShown])
}

function isAttendedTo(list: HTMLElement | null): boolean {
  return list !== null && (list.matches(':hover') || list.contains(document.activeElement))
}

// An open modal dialog covers everything except elements that entered the top layer after it.
function raiseAboveDialogs(list: HTMLElement) {
  if (typeof list.showPopover !== 'function') return
  const isOpen = list.matches(':popover-open')
  if (isOpen && !document.querySelector('dialog:modal')) return
  if (isOpen) list.hidePopover()
  list.showPopover()
}
