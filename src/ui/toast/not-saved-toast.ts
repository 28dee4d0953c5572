import { showToast } from './toast.ts'

/**
 * Reports that the device's storage failed, so that the outbox could not store a decision. If more is known, a notice
 * at the top of the page says what is wrong and what to do.
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
