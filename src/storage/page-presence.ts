// Which pages of this site are visible. The browser may freeze a hidden page at any moment, and its unfinished
// transaction would then block the database for a minute. So a hidden page leaves reading and sending to a visible page.
// A page without a visible sibling goes on alone: its changes must be sent, and nobody waits for its transactions.

const VISIBLE = 'visible-page'
const HIDDEN = 'hidden-page'
/** Frozen pages count as hidden: browsers under automation freeze visible ones too. */
const CHANGES = ['visibilitychange', 'freeze', 'resume']
const LOOK_AGAIN_MS = 5_000 // until the closing of the last visible page is noticed

export interface PagePresence {
  isVisible(): boolean
  /** Whether this page is hidden and another page of the site is visible. */
  yieldsToOther(): Promise<boolean>
  /** Resolves when this page is visible, or no page is. */
  whenTurn(): Promise<void>
  /** Wraps each method, so that it begins when it is this page's turn. */
  defer<Store extends Calls<Store>>(store: Store): Store
  /** Calls back when this page becomes visible. */
  onVisible(listener: () => void): () => void
  /** Whether the lock is held by a hidden page, which may be frozen. False for a lock of a worker. */
  isHeldByHiddenPage(lock: string): Promise<boolean>
  stop(): void
}

type Calls<Store> = { [Name in keyof Store]: (...given: never[]) => Promise<unknown> }
type PresenceDocument = Pick<
  Document,
  'visibilityState' | 'addEventListener' | 'removeEventListener'
>

/** Each page holds one of two shared locks. Without Web Locks, in insecure contexts, every page goes on alone. */
export function createPagePresence(
  document: PresenceDocument,
  locks: Pick<LockManager, 'request' | 'query'> | undefined,
): PagePresence {
  const listeners = new Set<() => void>()
  let isFrozen = false
  const isVisible = () => document.visibilityState === 'visible' && !isFrozen
  let release = () => {}
  /** Ends with the current lock. */
  let held: Promise<unknown> = Promise.resolve()
  /** Resolves when the lock of the previous state is released, so that this page does not take itself for another. */
  let released: Promise<unknown> = Promise.resolve()

  function hold(): void {
    const before = held
    const isOver = new Promise<void>((resolve) => {
      release = resolve
    })
    const own = locks?.request(isVisible() ? VISIBLE : HIDDEN, { mode: 'shared' }, () => isOver)
    held = Promise.all([before, own]).catch((error: unknown) => {
      console.warn('Other tabs cannot tell whether this one is visible.', error)
    })
    released = before
  }

  function onChange({ type }: Event): void {
    isFrozen = type === 'freeze'
    release()
    hold()
    if (isVisible()) for (const listener of [...listeners]) listener()
  }

  async function listHeld(): Promise<LockInfo[]> {
    await released
    return (await locks?.query())?.held ?? []
  }

  async function yieldsToOther(): Promise<boolean> {
    if (isVisible()) return false
    const isOtherVisible = (await listHeld()).some(({ name }) => name === VISIBLE)
    return isOtherVisible && !isVisible()
  }

  function onVisible(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function whenTurn(): Promise<void> {
    while (await yieldsToOther()) {
      await new Promise<void>((resolve) => {
        const stop = onVisible(go)
        const timer = setTimeout(go, LOOK_AGAIN_MS)
        function go() {
          stop()
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  hold()
  for (const type of CHANGES) document.addEventListener(type, onChange)
  return {
    isVisible,
    yieldsToOther,
    whenTurn,
    defer(store) {
      const calls = Object.entries<(...given: never[]) => Promise<unknown>>(store)
      const deferred = calls.map(([name, call]) => [
        name,
        async (...given: never[]) => {
          await whenTurn()
          return call(...given)
        },
      ])
      return Object.fromEntries(deferred) // the same names, each with the same arguments and result
    },
    onVisible,
    async isHeldByHiddenPage(lock) {
      const all = await listHeld()
      const holder = all.find(({ name }) => name === lock)?.clientId
      return all.some(({ name, clientId }) => name === HIDDEN && clientId === holder)
    },
    stop(): void {
      for (const type of CHANGES) document.removeEventListener(type, onChange)
      release()
      listeners.clear()
    },
  }
}

/** Subscribes while the page is visible, and anew when it is visible again. For what only a screen shows. */
export function whileVisible(document: PresenceDocument, subscribe: () => () => void): () => void {
  let stop: (() => void) | null = null
  function follow(): void {
    if (document.visibilityState === 'visible') stop ??= subscribe()
    else {
      stop?.()
      stop = null
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stop?.()
  }
}
