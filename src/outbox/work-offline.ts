import type { WorkOfflineStore } from './queue/work-offline-store.ts'

// The switch for the field, where a bad network is worse than none: while it is on, nothing is sent by any tab or by
// the worker, and nothing is asked for. The stored row is the truth; each page keeps what it last said of it.

/** What the row said last, for the first moments of a page: its reads begin before a database is open. */
const HINT = 'work-offline'

export type WorkOffline = ReturnType<typeof createWorkOffline>

export interface WorkOfflineParts {
  openStore(): Promise<WorkOfflineStore>
  /** Resolves when the store was opened, by whomever. */
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
      // What was known last holds. That the storage cannot be read is said where changes are shown.
      onError: () => undefined,
    })
  })

  return {
    /** As this page knows it, for what is shown and asked for; what is sent goes by the row itself. */
    get: (): boolean => isOn,
    /** Resolves once it holds for every tab and the worker. */
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
