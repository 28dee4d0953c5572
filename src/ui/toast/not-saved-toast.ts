import { showToast } from './toast.ts'

/**
 * The device's storage refused: the one failure of a decision that the outbox cannot hold. What is wrong with it, and
 * what to do, is said at the top of the page where it is known.
 */
export function showNotSaved(error: unknown): void {
  console.error('A change could not be saved on this device.', error)
  showToast({
    tone: 'error',
    message:
      'This device could not save the change, so nothing was sent. If there is a notice at the top, it says what to do; else try again.',
    id: 'not-saved',
  })
}
