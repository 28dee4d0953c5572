import { type Change, isUnsent } from '#src/domain/change.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { OutboxStore } from './queue/outbox-store.ts'

// The outbox as screens see it: one object, replaced when any tab or the worker changed something.

export interface OutboxSnapshot {
  /** 'unavailable' when the device's storage cannot be read: never to be shown as "nothing waits". */
  state: 'loading' | 'ready' | 'unavailable'
  changes: readonly Change[]
  /** Rows on this device that this build cannot read: a newer build's, or damaged. They stay where they are. */
  unreadable: number
  /** Which database this was read from; a recreated one has another id. Null while it is not known. */
  databaseId: number | null
}

const SETTLING_MS = 1_000 // a storage that does not answer keeps nobody from reading

const LOADING: OutboxSnapshot = {
  state: 'loading',
  changes: [],
  unreadable: 0,
  databaseId: null,
}

export type OutboxView = ReturnType<typeof createOutboxView>

/** `store` may come later: until then nothing is known of what waits. */
export function createOutboxView(
  store: Promise<Pick<OutboxStore, 'observeChanges'>>,
  user: UserSource,
) {
  const listeners = new Set<() => void>()
  let snapshot = LOADING
  let followed: string | null = null
  let stop = () => {}
  /** Confirmed changes this page has seen: its own reads may be older than the copies that let them be forgotten. */
  let confirmed = new Map<number, Change>()

  function set(next: OutboxSnapshot) {
    snapshot = next
    for (const listener of listeners) listener()
  }

  function follow() {
    const userId = user.findUserId()
    if (userId === followed) return
    stop()
    confirmed = new Map()
    followed = userId
    set(userId ? LOADING : { ...LOADING, state: 'ready' })
    stop = userId ? observe(userId) : () => {}
  }

  /** A confirmation stays in this page's memory after the store forgot it; each read retires it for itself. */
  function withConfirmed(changes: readonly Change[]): Change[] {
    for (const change of changes) if (change.state === 'acked') confirmed.set(change.seq, change)
    const stored = new Set(changes.map(({ seq }) => seq))
    const kept = [...confirmed.values()].filter(({ seq }) => !stored.has(seq))
    return [...kept, ...changes].sort((a, b) => a.seq - b.seq)
  }

  function observe(userId: string): () => void {
    let isStopped = false
    let stopObserving = () => {}
    void store.then((opened) => {
      if (!isStopped) stopObserving = observeStore(opened, userId)
    })
    return () => {
      isStopped = true
      stopObserving()
    }
  }

  function observeStore({ observeChanges }: Awaited<typeof store>, userId: string): () => void {
    return observeChanges(
      userId,
      ({ changes, ...read }) => {
        const next: OutboxSnapshot = { ...read, state: 'ready', changes: withConfirmed(changes) }
        // Mostly it is known already: nothing is drawn again for it.
        if (!isSame(snapshot, next)) set(next)
      },
      (error) => {
        if (snapshot.state !== 'unavailable') console.error('The outbox cannot be read.', error)
        set({ ...snapshot, state: 'unavailable' })
      },
    )
  }

  const unfollow = user.subscribe(follow)
  follow()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    get: (): OutboxSnapshot => snapshot,
    subscribe,
    /**
     * Shows a change as this page has just committed it: reading the outbox again would keep a person waiting. Whatever
     * else its step did is seen with that reading.
     */
    show(change: Change): void {
      const known = snapshot.changes.find(({ seq }) => seq === change.seq)
      // On a connection that was opened again, it may have been read before it is known to be committed.
      const isFurther = known !== undefined && !isUnsent(known)
      if (snapshot.state !== 'ready' || change.userId !== followed || isFurther) return
      const others = snapshot.changes.filter((other) => other !== known)
      set({ ...snapshot, changes: withConfirmed([...others, change]) })
    },
    /** Resolves once it is known what waits, or that it cannot be known; after a second in any case. */
    settled(): Promise<void> {
      if (snapshot.state !== 'loading') return Promise.resolve()
      return new Promise((resolve) => {
        const unsubscribe = subscribe(() => snapshot.state !== 'loading' && settle())
        const late = setTimeout(settle, SETTLING_MS)
        function settle() {
          unsubscribe()
          clearTimeout(late)
          resolve()
        }
      })
    },
    dispose(): void {
      unfollow()
      stop()
      listeners.clear()
    },
  }
}

/** Whether two pieces of plain data, as the storage keeps it, say the same. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
