import { showNotSaved } from './not-saved-toast.ts'
import { showToast } from './toast.ts'

/** Undoes, and says so when that was too late or could not be kept; false then. */
export async function takeBack(onUndo: () => Promise<boolean>): Promise<boolean> {
  try {
    if (await onUndo()) return true
    showToast({ tone: 'info', message: 'Too late to undo: the change is on its way already.' })
  } catch (error) {
    showNotSaved(error)
  }
  return false
}
