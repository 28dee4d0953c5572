// Persistent storage and free space. Without persistence, the browser may evict this site's data when space runs short.
// The app requests persistence once there is data to lose: after the first queued change. Some browsers ask the user.

const LOW_BYTES = 20_000_000 // twenty saved copies or one saved video can use this up within minutes
const FULL_BYTES = 4_000_000 // Chromium's database logs up to 4 MB before merging, and is recreated if merging fails
const CHECK_AGAIN_MS = 10_000 // soon enough for a person who has just freed some space

/** 'unknown' until checked; 'unsupported' where the browser does not report persistence. */
export type PersistenceState = 'unknown' | 'kept' | 'not-kept' | 'unsupported'

/** `enough`: also if the browser does not report the space. `full`: the next change may be lost with its database. */
export type SpaceState = 'enough' | 'low' | 'full'

type PersistableStorage = Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>

export type StoragePersistence = ReturnType<typeof createStoragePersistence>

/** `storage` is absent in insecure contexts and in old browsers. */
export function createStoragePersistence(storage: PersistableStorage | undefined) {
  const listeners = new Set<() => void>()
  let state: PersistenceState = 'unknown'
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

  async function updateState(
    find: (storage: PersistableStorage) => Promise<boolean>,
  ): Promise<void> {
    const next = await findState(find)
    if (next === state) return
    state = next
    notify()
  }

  async function findState(
    find: (storage: PersistableStorage) => Promise<boolean>,
  ): Promise<PersistenceState> {
    if (!storage?.persist) return 'unsupported'
    try {
      return (await find(storage)) ? 'kept' : 'not-kept'
    } catch (error) {
      console.warn('The browser does not report whether storage is persistent.', error)
      return 'unsupported'
    }
  }

  async function ask(): Promise<void> {
    isAsked = true
    await updateState((storage) => storage.persist())
  }

  return {
    get: (): PersistenceState => state,
    getSpace: (): SpaceState => space,
    checkSpace,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Reads the state without requesting persistence. */
    check: (): Promise<void> => updateState((storage) => storage.persisted()),
    /** Requests persistence, even after an earlier refusal. */
    ask,
    /** Like `ask`, but at most once per page. */
    askOnce: (): Promise<void> => (isAsked ? Promise.resolve() : ask()),
    dispose(): void {
      clearTimeout(nextCheck)
      listeners.clear()
    },
  }
}

async function findSpace(storage: PersistableStorage | undefined): Promise<SpaceState> {
  if (!storage?.estimate) return 'enough'
  try {
    const { usage, quota } = await storage.estimate()
    if (usage === undefined || quota === undefined) return 'enough'
    const free = quota - usage
    if (free < FULL_BYTES) return 'full'
    return free < LOW_BYTES ? 'low' : 'enough'
  } catch (error) {
    console.warn('The browser does not report how much space is left.', error)
    return 'enough'
  }
}
