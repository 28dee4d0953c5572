import { useEffect, useState, useSyncExternalStore } from 'react'
import { type OutboxServices, useOutboxParts } from '#src/outbox/use-outbox.ts'

export interface StorageReport {
  persistence: ReturnType<OutboxServices['persistence']['get']>
  /** Asks the browser for persistent storage. */
  ask(): Promise<void>
  /** Bytes, as estimated by the browser; null without an estimate. */
  used: number | null
  free: number | null
}

/** The browser's report on the site's storage, read on mount. */
export function useStorageReport(): StorageReport {
  const { persistence } = useOutboxParts()
  const state = useSyncExternalStore(persistence.subscribe, persistence.get)
  const [space, setSpace] = useState<Pick<StorageReport, 'used' | 'free'>>(UNKNOWN_SPACE)
  useEffect(() => {
    void persistence.check()
    let isShown = true
    void readSpace().then((found) => isShown && setSpace(found))
    return () => {
      isShown = false
    }
  }, [persistence])
  return { persistence: state, ask: persistence.ask, ...space }
}

const UNKNOWN_SPACE = { used: null, free: null }

async function readSpace(): Promise<Pick<StorageReport, 'used' | 'free'>> {
  // Absent in insecure contexts (plain HTTP) and in old browsers.
  if (!navigator.storage?.estimate) return UNKNOWN_SPACE
  try {
    const { usage, quota } = await navigator.storage.estimate()
    if (usage === undefined || quota === undefined) return UNKNOWN_SPACE
    return { used: usage, free: Math.max(0, quota - usage) }
  } catch (error) {
    console.warn('The browser does not report the used space.', error)
    return UNKNOWN_SPACE
  }
}
