import type { LostChangeDetector, LostChanges } from '#src/sync/lost-change-detector.ts'
import type { OutboxView, UserSource } from '#src/sync/outbox-view.ts'

// The detector of lost changes, whose code is loaded once this device has a change, or had one at the last visit.

const NOTES = /^(queued|lost)-changes/ // as lost-change-detector.ts names its keys

export interface WatchParts {
  view: Pick<OutboxView, 'get' | 'subscribe'>
  user: UserSource
  keyValueStore: Storage
}

export type LostChangeWatch = ReturnType<typeof startLostChangeWatch>

export function startLostChangeWatch(parts: WatchParts) {
  const { view, user, keyValueStore } = parts
  const listeners = new Set<() => void>()
  let detector: LostChangeDetector | null = null
  let isLoading = false
  let isOver = false

  async function load(): Promise<void> {
    isLoading = true
    try {
      const { createLostChangeDetector } = await import('#src/sync/lost-change-detector.ts')
      if (isOver) return
      stop()
      detector = createLostChangeDetector(parts)
      detector.subscribe(notify)
      notify()
    } catch (error) {
      isLoading = false // the next change tries again
      console.warn('The code that detects lost changes could not be loaded.', error)
    }
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function look(): void {
    const isNeeded = view.get().changes.length > 0 || Object.keys(keyValueStore).some(isNote)
    if (isNeeded && !isLoading) void load()
  }

  const unsubscribe = [view.subscribe(look), user.subscribe(look)]
  function stop(): void {
    for (const end of unsubscribe) end()
  }
  look()

  return {
    get: (): LostChanges | null => detector?.get() ?? null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dismiss: (): void => detector?.dismiss(),
    dispose(): void {
      isOver = true
      stop()
      detector?.dispose()
      listeners.clear()
    },
  }
}

function isNote(key: string): boolean {
  return NOTES.test(key)
}
