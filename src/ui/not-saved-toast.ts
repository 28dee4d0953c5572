import { showToast } from './toast.ts'

/** The device's storage refused: the one failure of a decision that the outbox cannot hold. */
export function showNotSaved(error: unknown): void {
  console.error('A change could not be saved on this device.', error)
  showToast({
    tone: 'error',
    message:
      'This device could not save the change, so nothing was sent. Free some storage and try again.',
    id: 'not-saved',
  })
}
