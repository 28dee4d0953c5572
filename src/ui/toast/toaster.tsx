import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { resolveValue, useToaster } from 'react-hot-toast/headless'
import { findTopmostModal, followModals } from '#src/ui/dialog/open-modals.ts'
import { EdgePromptContext } from './edge-prompt.tsx'
import { useToastFocus } from './use-toast-focus.ts'

const FADE_MS = 160 // longer than the 120 ms fade of .toast[data-leaving] in toasts.css

/**
 * The one place of all messages: the toasts of `showToast`, newest first, and below them the prompts, which are the
 * children. Render it once, at the root.
 */
export function Toaster({ children }: { children?: ReactNode }) {
  const { toasts, handlers } = useToaster({ removeDelay: FADE_MS })
  const [promptCount, setPromptCount] = useState(0)
  const prompts = useMemo(() => ({ count: setPromptCount }), [])
  const listRef = useRef<HTMLElement>(null)
  const newestId = toasts[0]?.id
  const { startPause, endPause } = handlers
  const isShown = newestId !== undefined || promptCount > 0
  useTopmostPlace(listRef, isShown, newestId !== undefined)
  useClearPlace(listRef, isShown)
  const focus = useToastFocus(listRef, newestId, newestId !== undefined)
  // Ends a pause that began because the pointer or the focus entered the toasts. If a toast is closed by its own
  // button, no leave or blur event ends the pause.
  const count = toasts.length
  useEffect(() => {
    if (count === 0 || !isAttendedTo(listRef.current)) endPause()
  }, [count, endPause])

  return (
    <div>
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
          // The buttons of the message have the actions; this only moves the focus when one of them was pressed.
          <ToastFrame key={shown.id} shown={shown} onPressed={focus.leave}>
            {resolveValue(shown.message, shown)}
          </ToastFrame>
        ))}
        <EdgePromptContext value={prompts}>{children}</EdgePromptContext>
      </section>
    </div>
  )
}

type ShownToast = ReturnType<typeof useToaster>['toasts'][number]

interface ToastFrameProps {
  shown: ShownToast
  onPressed: () => void
  children: ReactNode
}

function ToastFrame({ shown, onPressed, children }: ToastFrameProps) {
  const isLeaving = !shown.visible
  useEffect(() => {
    if (isLeaving) onPressed()
  }, [isLeaving, onPressed])
  return (
    <div
      className="toast"
      data-type={shown.type}
      data-leaving={isLeaving || undefined}
      role={shown.ariaProps.role}
      aria-live={shown.ariaProps['aria-live']}
    >
      {children}
    </div>
  )
}

/** Keeps the messages clear of the controls. The code for this loads with the first message. */
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
      (error: unknown) => {
        list.dataset['fit'] = 'all'
        console.warn('Messages stay at the bottom right.', error)
      },
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

/**
 * Keeps toasts inside the topmost modal, which makes everything outside of it inert, and above it. A prompt without a toast
 * waits below the modal. The element moves by itself, not as a portal, so that no message is announced again; its parent has
 * no other child, before which React would look for it.
 */
function useTopmostPlace(
  listRef: RefObject<HTMLElement | null>,
  isShown: boolean,
  hasToast: boolean,
): void {
  useLayoutEffect(() => {
    const list = listRef.current
    const home = list?.parentElement
    if (!isShown || !list || !home || typeof list.showPopover !== 'function') return
    place(list, home, hasToast)
    const stop = followModals(() => place(list, home, hasToast))
    return () => {
      stop()
      home.append(list)
    }
  }, [listRef, isShown, hasToast])
}

function place(list: HTMLElement, home: HTMLElement, hasToast: boolean): void {
  const modal = findTopmostModal()
  const target = (hasToast && modal) || home
  if (list.parentElement !== target) target.append(list)
  const isBelow = modal && target !== modal
  if (!isBelow && !list.matches(':popover-open')) list.showPopover()
}
