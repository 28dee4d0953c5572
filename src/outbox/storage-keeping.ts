// Persistent storage and free space. Without persistence, the browser may evict this site's data when space runs short.
// The app requests persistence once there is data to lose: after the first queued change. Some browsers then ask the user.

const LOW_BYTES = 20_000_000 // some twenty saved copies, or a saved video: it can be gone within minutes
const FULL_BYTES = 4_000_000 // Chromium's database logs up to 4 MB before it merges them, and is recreated if it cannot
const CHECK_AGAIN_MS = 10_000 // soon enough for a person who has just freed some space

/** 'unknown' until checked; 'unsupported' where the browser does not report persistence. */
export type KeepingState = 'unknown' | 'kept' | 'not-kept' | 'unsupported'

/** 'enough' also where the browser does not report it. full: the next change may be lost with its database. */
export type SpaceState = 'enough' | 'low' | 'full'

type KeepingStorage = Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>

export type StorageKeeping = ReturnType<typeof createStorageKeeping>

/** `storage` is absent in insecure contexts and in old browsers. */
export function createStorageKeeping(storage: KeepingStorage | undefined) {
  const listeners = new Set<() => void>()
  let state: KeepingState = 'unknown'
  let isAsked = false
  let space: SpaceState = 'enough'
  let nextCheck: ReturnType<typeof setTimeout> | undefined

  async function checkSpace(): Promise<void> {
    clearTimeout(nextCheck)
    const next = await findSpace(storage)
    if (next !== 'enough') nextCheck = setTimeout(() => void checkSpace(), CHECK_AGAIN_MS)
    if (next === space) return
    space = next
    notify()
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  async function look(find: (storage: KeepingStorage) => Promise<boolean>): Promise<void> {
    const next = await findState(find)
    if (next === state) return
    state = next
    notify()
  }

  async function findState(
    find: (storage: KeepingStorage) => Promise<boolean>,
  ): Promise<KeepingState> {
    if (!storage?.persist) return 'unsupported'
    try {
      return (await find(storage)) ? 'kept' : 'not-kept'
    } catch (error) {
      console.warn('The browser does not say whether it keeps what is on this device.', error)
      return 'unsupported'
    }
  }

  async function ask(): Promise<void> {
    isAsked = true
    await look((storage) => storage.persist())
  }

  return {
    get: (): KeepingState => state,
    getSpace: (): SpaceState => space,
    checkSpace,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Reads the state without requesting persistence. */
    check: (): Promise<void> => look((storage) => storage.persisted()),
    /** Requests persistence, even after an earlier refusal. */
    ask,
    /** The same, at most once per page. */
    askOnce: (): Promise<void> => (isAsked ? Promise.resolve() : ask()),
    dispose(): void {
      clearTimeout(nextCheck)
      listeners.clear()
    },
  }
}

async function findSpace(storage: KeepingStorage | undefined): Promise<SpaceState> {
  if (!storage?.estimate) return 'enough'
  try {
    const { usage, quota } = await storage.estimate()
    if (usage === undefined || quota === undefined) return 'enough'
    const free = quota - usage
    if (free < FULL_BYTES) return 'full'
    return free < LOW_BYTES ? 'low' : 'enough'
  } catch (error) {
    console.warn('The browser does not say how much space is left.', error)
    return 'enough'
  }
}
