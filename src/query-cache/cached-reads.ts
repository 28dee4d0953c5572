import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { PartOf, RemovedListings } from '#src/domain/listing/device-share.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import type { CacheEntryStore } from './cache-entry-store.ts'
import { readAckedBefore } from './copied-confirmation.ts'
import { joinRows, splitRows } from './entry-rows.ts'
import { createEpochWatch } from './epoch-watch.ts'
import {
  EVENTS_READ,
  LISTING_READS,
  MOST_COPIES,
  NOTES_READS,
  savedReadKey,
} from './saved-read-key.ts'

// Persists each query after its answer, and restores it when a screen has no data yet. A cache entry does not expire by
// age; a new format invalidates it. A lost entry costs only a fetch: changes are stored in the outbox.

const CACHE_KEY_PREFIX = 'copy'
/** Longer than a slow phone takes to render an answer. */
const DRAWING_MS = 1_000
export const CACHE_FORMAT = '10' // increment it when the shape of a saved read changes

/** Cached result of a read: the value, and metadata for conditional requests and for the outbox overlay. */
export interface SavedRead<Value> {
  value: Value
  etag: string | null
  /** Cursor for a later delta read; null if the backend sends none. */
  cursor: string | null
  /** The whole of which the value is a part; null or absent for a whole list. */
  partOf?: PartOf | null
  /** What was deleted from that whole. Absent for a whole list. */
  removed?: RemovedListings
  /** The last confirmation before the read began. The overlay applies later confirmed changes to the value. */
  ackedBefore: number
}

export interface CacheEntryRules {
  /** Whether this device may store this user's data now. False if the session ended during the read. */
  mayStore(userId: unknown): boolean
  /** Converts rows to the form that may be stored: a screen may show data that the device must not store. */
  toStored(name: unknown, rows: readonly unknown[]): readonly unknown[]
  /** Resolves when the outbox is loaded. Without its overlay, a cache entry would show a decision as undone. */
  settled(): Promise<void>
  /** Called after an entry was written. */
  onSaved(): Promise<void>
}

export interface CacheEntryStorage {
  open(): Promise<CacheEntryStore>
  /** Resolves once other code has opened the store. */
  whenOpen: Promise<CacheEntryStore>
  /** Opens the store on a device that may have data; otherwise returns null. */
  openIfAny(): Promise<CacheEntryStore | null>
}

export function createCacheEntryPersister(
  storage: CacheEntryStorage,
  { mayStore, toStored, settled, onSaved }: CacheEntryRules,
) {
  let saving: Promise<void> = Promise.resolve()
  let isOver = false
  const epochs = createEpochWatch()

  /** On a first visit, opens the store only after the answer has rendered. */
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
    const most = MOST_COPIES[String(name)]
    if (most !== undefined)
      await store.keepNewest(cacheEntryPrefix(query.queryKey.slice(0, 3)), most, readAtOf)
    // If the session ended during the write, its entries are already wiped: removes this one too.
    if (mayStore(userId)) await onSaved()
    else await store.remove(key)
  }

  async function findEntry(key: string): Promise<PersistedQuery | null> {
    try {
      const entry = await (await storage.openIfAny())?.find(key)
      if (!entry) return null
      await settled()
      return joinRows(entry)
    } catch (error) {
      console.warn('A saved copy cannot be read; it is fetched instead.', error)
      return null
    }
  }

  const { persisterFn, persistQuery } = createQueryPersister<PersistedQuery>({
    buster: CACHE_FORMAT,
    maxAge: Number.POSITIVE_INFINITY, // the library's default of 24 h would drop Friday's entries by Monday
    prefix: CACHE_KEY_PREFIX,
    refetchOnRestore: false, // readThrough refetches: the library would leave a failed fetch unhandled
    serialize: (query) => query,
    deserialize: (query) => query,
    storage: {
      getItem: findEntry,
      setItem(key, query) {
        // Catches errors here, because the persister does not await this promise.
        const saved = save(key, query).catch((error: unknown) => {
          console.warn('This read could not be saved for offline use.', error)
        })
        saving = Promise.all([saving, saved]).then(() => undefined)
        return saved
      },
      removeItem: async (key) => (await storage.open()).remove(key),
    },
  })

  /** Reads the cache, then always the server too. The request also shows whether there is a network. */
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
    // Deferred, so that the cached value renders first.
    if (!isAsked) setTimeout(ask)
    // After the restore of a backup, the server's data has another history, so all reads are outdated. Reads in flight
    // continue.
    else if (epochs.isOtherPast(before?.etag ?? null, etag))
      void client.invalidateQueries({}, { cancelRefetch: false })
    return value

    function ask(): void {
      if (!isOver) void client.refetchQueries({ queryKey, exact: true })
    }
  }

  /** Requests without a look for a saved copy, and persists the answer. */
  const saveAnswer: typeof persisterFn = async (queryFn, context, query) => {
    const value = await queryFn(context)
    setTimeout(() => void persistQuery(query)) // once the query holds the answer
    return value
  }

  /** Resolves when all answers received so far are persisted. */
  async function idle(): Promise<void> {
    // A write starts one task after the answer.
    await new Promise((resolve) => setTimeout(resolve))
    await saving
  }

  return {
    persisterFn: readThrough,
    saveAnswer,
    /** The saved copy of a read, without a request to the server; undefined if this build has none. */
    async findCopy(queryKey: readonly unknown[]): Promise<unknown> {
      const entry = await findEntry(cacheEntryKey(queryKey))
      return entry?.buster === CACHE_FORMAT ? entry.state.data : undefined
    },
    /**
     * When the saved copy of a read was read, epoch milliseconds, and its value without rows, which stay unread. Undefined if
     * this build has none.
     */
    async findCopyHead(
      queryKey: readonly unknown[],
    ): Promise<{ readAt: number; value: unknown } | undefined> {
      const header = await (await storage.openIfAny())?.findHeader(cacheEntryKey(queryKey))
      const query = header as PersistedQuery | undefined // written by splitRows
      if (query?.buster !== CACHE_FORMAT) return undefined
      const { value } = query.state.data as SavedRead<unknown>
      return { readAt: query.state.dataUpdatedAt, value }
    },
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

/**
 * Whether the stored entry, written by another tab, includes later confirmations. The outbox may have deleted those
 * changes, so an older entry would show a decision as undone after an offline start.
 */
function isLater(stored: unknown, ours: unknown): boolean {
  const { buster } = stored as PersistedQuery // written by splitRows
  return buster === CACHE_FORMAT && readAckedBefore(stored) > readAckedBefore(ours)
}

/** When a stored entry was read, epoch milliseconds. */
function readAtOf(header: unknown): number {
  return (header as PersistedQuery).state.dataUpdatedAt // written by splitRows
}

/** The persister's key for a read: its prefix and the query's hash, which is the query key as JSON. */
export function cacheEntryKey(queryKey: readonly unknown[]): string {
  return `${CACHE_KEY_PREFIX}-${JSON.stringify(queryKey)}`
}

/** What the keys of a read begin with: of its only entry, or of its entries for each record. */
export function cacheEntryPrefix(queryKey: readonly unknown[]): string {
  return cacheEntryKey(queryKey).slice(0, -1)
}

/** For each of the person's entries that the outbox overlays, the last confirmation that it includes. */
export async function listCopiedConfirmations(
  userId: string,
  entries: Pick<CacheEntryStore, 'findHeader'>,
): Promise<number[]> {
  // Ignores reads without a copy: an operator has no copy of events, and an end user has none of listings.
  const keys = [...LISTING_READS, EVENTS_READ].map((name) =>
    cacheEntryKey(savedReadKey(userId, name)),
  )
  const headers = await Promise.all(keys.map((key) => entries.findHeader(key)))
  return headers.flatMap((header) => (header ? [readAckedBefore(header)] : []))
}

/** The last confirmation that the person's entry of the notes about a record includes; null without an entry. */
export async function findCopiedNotes(
  userId: string,
  { kind, id }: NoteSubject,
  entries: Pick<CacheEntryStore, 'findHeader'>,
): Promise<number | null> {
  const header = await entries.findHeader(
    cacheEntryKey(savedReadKey(userId, NOTES_READS[kind], id)),
  )
  return header ? readAckedBefore(header) : null
}
