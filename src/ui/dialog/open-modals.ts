// The open modal dialogs, in the order of their opening. A modal makes everything outside of it inert: the messages go
// into the topmost one, so that they can be pressed and reached by keys.

const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Called when a dialog has opened as a modal. Returns what to call before its element leaves the document. */
export function enterOpenModals(dialog: HTMLDialogElement): () => void {
  // In browsers without modals, the dialog stands in the page and makes nothing inert.
  if (typeof dialog.showModal !== 'function') return () => undefined
  open.push(dialog)
  tell()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    tell()
  }
}

export function findTopmostModal(): HTMLDialogElement | null {
  return open.at(-1) ?? null
}

/** Calls the listener after a modal has opened, and before the element of one that closes has left. */
export function followModals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
