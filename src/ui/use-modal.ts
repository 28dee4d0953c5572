import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Opens a <dialog> as a modal while its component is mounted. Escape, the system's back gesture and,
 * if allowed, a press on the backdrop ask to close; the focus returns to where it was.
 */
export function useModal({ onClose, closesOnBackdrop, initialFocusRef }: ModalOptions) {
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
    openModal(dialog)
    initialFocusRef?.current?.focus()
    return () => {
      forgetRequests()
      closeModal(dialog)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [initialFocusRef])

  return dialogRef
}

interface ModalOptions {
  onClose: () => void
  closesOnBackdrop: boolean
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
  // A second Escape closes the element itself, whatever `cancel` said.
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
  // A press that began inside (selecting text) and ends on the backdrop is no wish to close.
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
  if (typeof dialog.showModal === 'function') {
    dialog.showModal()
    return
  }
  dialog.setAttribute('open', '')
  const first = dialog.querySelector<HTMLElement>('[autofocus], button, [href], input, select')
  first?.focus()
}

function closeModal(dialog: HTMLDialogElement) {
  if (typeof dialog.close === 'function') dialog.close()
  else dialog.removeAttribute('open')
}
