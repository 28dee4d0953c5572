import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { enterModal } from '#src/ui/address/modal-history.ts'
import { isFocusLost, returnFocus } from '#src/ui/focus-return.ts'
import { enterOpenModals, findTopmostModal } from './open-modals.ts'

/**
 * Opens a <dialog> as a modal while its component is mounted. Escape, Back, the system's back gesture and, if allowed,
 * a press on the backdrop call `onClose`. On unmount, the focus returns to the element that had it before.
 */
export function useModal({
  onClose,
  closesOnBackdrop,
  hasUrl = false,
  initialFocusRef,
}: ModalOptions) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const latest = useRef({ onClose, closesOnBackdrop })
  useEffect(() => {
    latest.current = { onClose, closesOnBackdrop }
  })

  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (!dialog) return
    const before = document.activeElement
    const forgetRequests = listenForClose(dialog, latest)
    const leaveHistory = hasUrl ? null : enterModal(() => latest.current.onClose())
    openModal(dialog)
    const leaveModals = enterOpenModals(dialog)
    initialFocusRef?.current?.focus()
    return () => {
      leaveModals()
      forgetRequests()
      leaveHistory?.()
      // The dialog needs no `close()`: unmounting removes its element.
      returnFocus(before)
    }
  }, [hasUrl, initialFocusRef])

  // A click may unmount or disable the focused element: the focus then moves to another element of the modal.
  useLayoutEffect(() => {
    const dialog = dialogRef.current
    if (dialog && findTopmostModal() === dialog && isFocusLost()) findLanding(dialog)?.focus()
  })

  return dialogRef
}

interface ModalOptions {
  onClose: () => void
  closesOnBackdrop: boolean
  /** The URL opens and closes the modal, so it needs no entry from modal-history.ts. */
  hasUrl?: boolean
  initialFocusRef?: RefObject<HTMLElement | null> | undefined
}

function listenForClose(
  dialog: HTMLDialogElement,
  latest: RefObject<Pick<ModalOptions, 'onClose' | 'closesOnBackdrop'>>,
): () => void {
  const listeners = new AbortController()
  const options = { signal: listeners.signal }
  const close = () => latest.current.onClose()
  dialog.addEventListener(
    'cancel',
    (event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    },
    options,
  )
  // A second Escape closes the element even if `cancel` was prevented.
  dialog.addEventListener('close', () => !dialog.open && close(), options)
  dialog.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    },
    options,
  )
  // A press that begins inside (selecting text) and ends on the backdrop must not close the dialog.
  dialog.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target === dialog && latest.current.closesOnBackdrop) close()
    },
    options,
  )
  return () => listeners.abort()
}

// Browsers without showModal, and test environments, show the dialog in place.
function openModal(dialog: HTMLDialogElement) {
  if (dialog.open) return
  dialog.tabIndex = -1 // in WebKit, Tab would stop at the dialog itself
  if (typeof dialog.showModal === 'function') {
    dialog.showModal()
    return
  }
  dialog.setAttribute('open', '')
  const first = dialog.querySelector<HTMLElement>('[autofocus], button, [href], input, select')
  first?.focus()
}

/** The first action in the modal's footer, else its first button, which may be the close button. */
function findLanding(dialog: HTMLDialogElement): HTMLElement | null {
  const footer = dialog.querySelector<HTMLElement>('.modal-footer button:enabled')
  return footer ?? dialog.querySelector<HTMLElement>('button:enabled')
}
