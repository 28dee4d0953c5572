import type { Change } from '#src/domain/change.ts'
import type { OutboxStore } from '#src/storage/outbox-store.ts'

// The outbox as screens see it: one object, replaced when any tab or the worker changed something.

export interface OutboxSnapshot {
  /** 'unavailable' when the device's storage cannot be read: never to be shown as "nothing waits". */
  state: 'loading' | 'ready' | 'unavailable'
  changes: readonly Change[]
}

export interface UserSource {
  findUserId(): string | null
  subscribe(listener: () => void): () => void
}

const LOADING: OutboxSnapshot = { state: 'loading', changes: [] }

export type OutboxView = ReturnType<typeof createOutboxView>

export function createOutboxView(store: OutboxStore, user: UserSource) {
  const listeners = new Set<() => void>()
  let snapshot = LOADING
  let followed: string | null = null
  let stop = () => {}

  function set(next: OutboxSnapshot) {
    snapshot = next
    for (const listener of listeners) listener()
  }

  function follow() {
    const userId = user.findUserId()
    if (userId === followed) return
    stop()
    followed = userId
    set(userId ? LOADING : { state: 'ready', changes: [] })
    stop = userId ? observe(userId) : () => {}
  }

  function observe(userId: string): () => void {
    const subscription = store.observeChanges(
      userId,
      (changes) => set({ state: 'ready', changes }),
      (error) => {
        console.error('The outbox cannot be read.', error)
        set({ state: 'unavailable', changes: snapshot.changes })
      },
    )
    return () => subscription.unsubscribe()
  }

  const unfollow = user.subscribe(follow)
  follow()

  return {
    get: (): OutboxSnapshot => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose(): void {
      unfollow()
      stop()
      listeners.clear()
    },
  }
}
