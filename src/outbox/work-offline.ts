import type { WorkOfflineStore } from './queue/work-offline-store.ts'

// The work-offline switch, for places where a bad network is worse than none. While it is on, no tab and no worker
// calls the API. The stored row is the source of truth; each page caches its last value.

/** The last known value, for page startup: reads begin before a database is open. */
const HINT = 'work-offline'

export type WorkOffline = ReturnType<typeof createWorkOffline>

export interface WorkOfflineParts {
  openStore(): Promise<WorkOfflineStore>
  /** Resolves when any code has opened the store. */
  whenOpen: Promise<WorkOfflineStore>
  hint: Storage
}

export function createWorkOffline({ openStore, whenOpen, hint }: WorkOfflineParts) {
  const listeners = new Set<() => void>()
  let isOn = hint.getItem(HINT) === 'true'

  function follow(next: boolean) {
    if (next) hint.setItem(HINT, 'true')
    else hint.removeItem(HINT)
    if (next === isOn) return
    isOn = next
    for (const listener of listeners) listener()
  }

  let isOver = false
  let stop = () => {}
  void whenOpen.then((store) => {
    if (isOver) return
    stop = store.observeWorkingOffline({
      onNext: follow,
      // The last known value stays in effect. Screens that show changes report the storage error.
      onError: () => undefined,
    })
  })

  return {
    /** The cached value, for display and reads; sending checks the stored row itself. */
    get: (): boolean => isOn,
    /** Resolves once the setting is stored: from then on, sending in every tab and the worker obeys it. */
    async set(next: boolean): Promise<void> {
      await (await openStore()).setWorkingOffline(next)
      follow(next)
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose(): void {
      isOver = true
      stop()
      listeners.clear()
    },
  }
}
