import { useEffect, useState, useSyncExternalStore } from 'react'
import type { KeepingState } from '#src/outbox/storage-keeping.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'

export interface StorageReport {
  keeping: KeepingState
  /** Asks the browser to keep what is on this device. */
  ask(): Promise<void>
  /** In bytes, as the browser estimates; null if it does not. */
  used: number | null
  free: number | null
}

/** The browser's report on the site's storage, read on mount. */
export function useStorageReport(): StorageReport {
  const { keeping } = useOutboxParts()
  const state = useSyncExternalStore(keeping.subscribe, keeping.get)
  const [space, setSpace] = useState<Pick<StorageReport, 'used' | 'free'>>(UNTOLD)
  useEffect(() => {
    void keeping.check()
    let isShown = true
    void readSpace().then((found) => isShown && setSpace(found))
    return () => {
      isShown = false
    }
  }, [keeping])
  return { keeping: state, ask: keeping.ask, ...space }
}

const UNTOLD = { used: null, free: null }

async function readSpace(): Promise<Pick<StorageReport, 'used' | 'free'>> {
  // Absent outside of secure addresses and in old browsers.
  if (!navigator.storage?.estimate) return UNTOLD
  try {
    const { usage, quota } = await navigator.storage.estimate()
    if (usage === undefined || quota === undefined) return UNTOLD
    return { used: usage, free: Math.max(0, quota - usage) }
  } catch (error) {
    console.warn('The browser does not say how much it stores.', error)
    return UNTOLD
  }
}
