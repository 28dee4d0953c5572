import { createElement } from 'react'
import { type ToastType, toast } from 'react-hot-toast/headless'
import { type ToastAction, ToastMessage, type ToastTone } from './toast-message.tsx'

const READING_MS = 10_000 // long enough to read two lines and to reach the action by keyboard (WCAG 2.2.1)

const successListeners = new Set<() => void>()

/** Shows a toast and returns its id. A repeated id replaces the text of that toast in place. */
export function showToast({ tone, message, detail, actions, id, onGone }: ToastOptions): string {
  if (tone === 'success') for (const listener of successListeners) listener()
  const isError = tone === 'error'
  const options = {
    duration: isError ? Number.POSITIVE_INFINITY : READING_MS,
    ariaProps: ARIA[isError ? 'alert' : 'status'],
    ...(id === undefined ? {} : { id }),
  }
  return SHOW[TYPES[tone]](
    (shown) =>
      createElement(ToastMessage, { id: shown.id, tone, message, detail, actions, onGone }),
    options,
  )
}

export interface ToastOptions {
  tone: ToastTone
  message: string
  /** A second line, such as the records that the message is about. */
  detail?: string | undefined
  actions?: readonly ToastAction[] | undefined
  id?: string
  /** Called when the toast has left the screen. */
  onGone?: (() => void) | undefined
}

/** Calls back at each message of a success. Returns a function that stops this. */
export function watchSuccesses(listener: () => void): () => void {
  successListeners.add(listener)
  return () => successListeners.delete(listener)
}

export function hideToast(id: string): void {
  toast.dismiss(id)
}

/** Removes all toasts, for example at a sign-out. */
export function removeToasts(): void {
  toast.remove()
}

const TYPES = { success: 'success', error: 'error', info: 'blank' } as const satisfies Record<
  ToastTone,
  ToastType
>

const SHOW = { success: toast.success, error: toast.error, blank: toast }

const ARIA = {
  status: { role: 'status', 'aria-live': 'polite' },
  alert: { role: 'alert', 'aria-live': 'assertive' },
} as const
