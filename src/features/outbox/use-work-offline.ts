import { useSyncExternalStore } from 'react'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { showToast } from '#src/ui/toast/toast.ts'

/** Whether this device works offline on purpose, and a function to switch it. */
export function useWorkOffline() {
  const { workOffline } = useOutbox()
  const isOn = useSyncExternalStore(workOffline.subscribe, workOffline.get)

  async function set(next: boolean): Promise<void> {
    try {
      await workOffline.set(next)
    } catch (error) {
      console.error('The work-offline switch could not be changed.', error)
      showToast({
        tone: 'error',
        message: 'This device could not save that, so nothing changed. Please try again.',
      })
    }
  }

  return { isOn, set }
}
