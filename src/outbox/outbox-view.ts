import { type Change, isUnsent } from '#src/domain/change.ts'
import type { ChangeBatch } from '#src/domain/listing/change-batch.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { OutboxStore } from './outbox-store.ts'

// The outbox as screens see it: one object, replaced when any tab or the worker changed something.

export interface OutboxSnapshot {
  /** 'unavailable' when the device's storage cannot be read: a screen must never show this as "nothing waits". */
  state: 'loading' | 'ready' | 'unavailable'
  changes: readonly Change[]
  batches: readonly ChangeBatch[]
  /** The number of rows that this build cannot read: written by a newer build, or damaged. They stay stored. */
  unreadable: number
  /** Id of the database that the changes were read from; a recreated database has another id. Null until known. */
  databaseId: number | null
}

const SETTLING_MS = 1_000 // how long screens wait for a storage that does not answer

export const UNREAD_OUTBOX: OutboxSnapshot = {
  state: 'loading',
  changes: [],
  batches: [],
  unreadable: 0,
  databaseId: null,
}

export type OutboxView = ReturnType<typeof createOutboxView>

/** Until `store` resolves, the snapshot's state is 'loading'. */
export function createOutboxView(
  store: Promise<Pick<OutboxStore, 'observeChanges'>>,
  user: UserSource,
) {
  const listeners = new Set<() => void>()
  let snapshot = UNREAD_OUTBOX
  let followed: string | null = null
  let stop = () => {}
  /** Confirmed changes that this page has seen. The store may drop them while the page still shows older reads. */
  let confirmed = new Map<string, Change>()

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
    set(userId ? UNREAD_OUTBOX : { ...UNREAD_OUTBOX, state: 'ready' })
    stop = userId ? observe(userId) : () => {}
  }

  /**
   * Keeps confirmed changes after the store drops them. The overlay ignores those that a read already includes. They come
   * before all stored changes of their record, whatever their `seq`: a recreated database begins again with 1.
   */
  function withConfirmed(changes: readonly Change[]): Change[] {
    for (const change of changes) if (change.state === 'acked') confirmed.set(change.key, change)
    const stored = new Set(changes.map(({ key }) => key))
    const kept = [...confirmed.values()].filter(({ key }) => !stored.has(key))
    return [...kept, ...changes]
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
        // Usually nothing has changed: avoid a re-render.
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
     * Shows a change that this page has just committed, without waiting for the outbox to be read again. Other effects
     * of the same transaction appear after that read.
     */
    show(change: Change): void {
      // A confirmed change with this `seq` and another key belongs to a database that was lost.
      const known = snapshot.changes.find(
        ({ seq, key, state }) => seq === change.seq && (key === change.key || state !== 'acked'),
      )
      // Keep a later state of this change, which the observer may have shown already after a reconnect to the database.
      const isFurther = known !== undefined && !isUnsent(known)
      if (snapshot.state !== 'ready' || change.userId !== followed || isFurther) return
      const changes = known
        ? snapshot.changes.map((other) => (other === known ? change : other))
        : [...snapshot.changes, change]
      set({ ...snapshot, changes: withConfirmed(changes) })
    },
    /** Hides an unsent change that this page has just removed, in the same way. */
    hide({ key, userId }: Change): void {
      if (snapshot.state !== 'ready' || userId !== followed) return
      const changes = snapshot.changes.filter((one) => one.key !== key || one.state === 'acked')
      if (changes.length < snapshot.changes.length) set({ ...snapshot, changes })
    },
    /** Resolves when the queue is loaded or unavailable, after one second at the latest. */
    settled(): Promise<void> {
      if (snapshot.state !== 'loading') return Promise.resolve()
      return new Promise((resolve) => {
        const unsubscribe = subscribe(() => snapshot.state !== 'loading' && settle())
        const timer = setTimeout(settle, SETTLING_MS)
        function settle() {
          unsubscribe()
          clearTimeout(timer)
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

/** Deep equality of plain data, as the storage returns it. */
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
