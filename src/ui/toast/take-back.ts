import { showNotSaved } from './not-saved-toast.ts'
import { showToast } from './toast.ts'

/** Calls `onUndo`. Shows a message and returns false if it is too late, or if the device cannot store the undo. */
export async function takeBack(onUndo: () => Promise<boolean>): Promise<boolean> {
  try {
    if (await onUndo()) return true
    showToast({
      tone: 'info',
      message: 'Too late to undo: the change no longer waits on this device.',
    })
  } catch (error) {
    showNotSaved(error)
  }
  return false
}
