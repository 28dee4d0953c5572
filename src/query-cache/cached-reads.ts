import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { CacheEntryStore, SplitEntry } from './cache-entry-store.ts'
import { createEpochWatch } from './epoch-watch.ts'

// Persists each query separately after its answer, and restores it when a screen has no data yet. A cache entry never
// expires by age; a new format invalidates it. Losing an entry costs a fetch, never a change.

const CACHE_KEY_PREFIX = 'copy'
/** longer than a slow phone takes to render an answer */
const DRAWING_MS = 1_000
export const CACHE_FORMAT = '4' // increment it when the shape of a saved read changes

/** Cached result of a read: the value, and metadata for conditional requests and for the outbox overlay. */
export interface SavedRead<Value> {
  value: Value
  etag: string | null
  /** Cursor for a later delta read; null if the backend sends none. */
  cursor: string | null
  /** Number of confirmations when the read began: later ones are applied over the value. */
  ackedBefore: number
}

export interface CacheEntryRules {
  /** Whether this device may store this person's data now; a read may outlive its session. */
  mayStore(userId: unknown): boolean
  /** The rows in the form that may be stored: a screen may show data that the device must not keep. */
  toStored(name: unknown, rows: readonly unknown[]): readonly unknown[]
  /** Resolves when the outbox is known: a cache entry shown earlier would show a decision as undone. */
  settled(): Promise<void>
  /** Called after a copy was written. */
  onSaved(): Promise<void>
}

export interface CacheEntryStorage {
  open(): Promise<CacheEntryStore>
  /** Resolves once other code has opened the store; opens nothing itself. */
  whenOpen: Promise<CacheEntryStore>
  /** Null, without opening anything, on a device that stores nothing yet. */
  openIfAny(): Promise<CacheEntryStore | null>
}

export function createCacheEntryPersister(
  storage: CacheEntryStorage,
  { mayStore, toStored, settled, onSaved }: CacheEntryRules,
) {
  let saving: Promise<void> = Promise.resolve()
  let isOver = false
  const epochs = createEpochWatch()

  /** On a first visit, the storage code loads after the first render. */
  async function openForSaving(): Promise<CacheEntryStore> {
    const known = await storage.openIfAny()
    return known ?? Promise.race([storage.whenOpen, pause(DRAWING_MS).then(storage.open)])
  }

  async function save(key: string, query: PersistedQuery): Promise<void> {
    const [, userId, name] = query.queryKey
    if (!mayStore(userId)) return
    const { header, rows } = splitRows(query)
    const entry = { header, rows: rows && toStored(name, rows) }
    const store = await openForSaving()
    await store.set(key, entry, (stored) => isLater(stored, header))
    // The session may have ended, and its copies been wiped, while this one was written.
    if (mayStore(userId)) await onSaved()
    else await store.remove(key)
  }

  const { persisterFn } = createQueryPersister<PersistedQuery>({
    buster: CACHE_FORMAT,
    maxAge: Number.POSITIVE_INFINITY, // the library's own limit would drop Friday's copy by Monday
    prefix: CACHE_KEY_PREFIX,
    refetchOnRestore: false, // done below: the library would leave a failed fetch unhandled
    serialize: (query) => query,
    deserialize: (query) => query,
    storage: {
      async getItem(key) {
        try {
          const entry = await (await storage.openIfAny())?.find(key)
          if (!entry) return null
          await settled()
          return joinRows(entry)
        } catch (error) {
          console.warn('A saved copy cannot be read; it is fetched instead.', error)
          return null
        }
      },
      setItem(key, query) {
        // The persister does not wait for this: an unhandled rejection would surface nowhere.
        const saved = save(key, query).catch((error: unknown) => {
          console.warn('This read could not be saved for offline use.', error)
        })
        saving = Promise.all([saving, saved]).then(() => undefined)
        return saved
      },
      removeItem: async (key) => (await storage.open()).remove(key),
    },
  })

  /** Reads the cache first, then the server regardless of age, which also shows whether there is a network. */
  const readThrough: typeof persisterFn = async (queryFn, context, query) => {
    let isAsked = false
    const { client, queryKey } = context
    const before = client.getQueryData<SavedRead<unknown>>(queryKey)
    const value = await persisterFn(
      (given) => {
        isAsked = true
        return queryFn(given)
      },
      context,
      query,
    )
    const { etag } = value as SavedRead<unknown> // every persisted query holds a SavedRead
    // Deferred: the cached value renders first.
    if (!isAsked) setTimeout(ask)
    // The new history affects every read; reads in flight continue.
    else if (epochs.isOtherPast(before?.etag ?? null, etag))
      void client.invalidateQueries({}, { cancelRefetch: false })
    return value

    function ask(): void {
      if (!isOver) void client.refetchQueries({ queryKey, exact: true })
    }
  }

  /** Resolves when all answers received so far are persisted. */
  async function idle(): Promise<void> {
    // The library begins a write in the task after its answer.
    await new Promise((resolve) => setTimeout(resolve))
    await saving
  }

  return {
    persisterFn: readThrough,
    idle,
    /** Stops refetching after cache reads; resolves when all answers are persisted. */
    close(): Promise<void> {
      isOver = true
      return idle()
    },
  }
}

export type CacheEntryPersister = ReturnType<typeof createCacheEntryPersister>

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function splitRows(query: PersistedQuery): SplitEntry {
  const data = query.state.data as SavedRead<unknown> | undefined // every persisted query is a SavedRead
  // The error of a failed refetch may not be cloneable, and is reported only once.
  const state = { ...query.state, error: null, fetchFailureReason: null }
  if (!data || !Array.isArray(data.value)) return { header: { ...query, state }, rows: null }
  return {
    header: { ...query, state: { ...state, data: { ...data, value: [] } } },
    rows: data.value,
  }
}

function joinRows({ header, rows }: SplitEntry): PersistedQuery {
  const query = header as PersistedQuery // written by splitRows
  if (!rows) return query
  const data = query.state.data as SavedRead<unknown>
  return { ...query, state: { ...query.state, data: { ...data, value: rows } } }
}

/**
 * Whether another tab's entry includes later confirmations. The outbox may have dropped those changes, so an older entry
 * would show a decision as undone after an offline start.
 */
function isLater(stored: unknown, ours: unknown): boolean {
  const { buster } = stored as PersistedQuery // written by splitRows
  return buster === CACHE_FORMAT && readAckedBefore(stored) > readAckedBefore(ours)
}

/** The persister's key for a read: its prefix and the query's hash, which is the query key as JSON. */
export function cacheEntryKey(queryKey: readonly (string | null)[]): string {
  return `${CACHE_KEY_PREFIX}-${JSON.stringify(queryKey)}`
}

/** The number of confirmations that a stored copy includes, read without its rows. */
export function readAckedBefore(header: unknown): number {
  const query = header as PersistedQuery // written by splitRows
  return (query.state.data as SavedRead<unknown> | undefined)?.ackedBefore ?? 0
}
