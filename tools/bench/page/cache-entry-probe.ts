import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from '#src/app/query-client.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import {
  type CacheEntryPersister,
  createCacheEntryPersister,
  type SavedRead,
} from '#src/query-cache/cached-reads.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { makeListing, makeListings, withChanged } from './bench-listings.ts'
import { watchMainThread } from './main-thread-watch.ts'

/** The times of each step. */
export type CacheEntryTimes = Awaited<ReturnType<typeof measureCacheEntries>>

type ListingsRead = SavedRead<readonly Listing[]>

const IDLE_MS = 1_000
const LOOK_MS = 100
const QUERY_KEY = savedReadKey('bench', 'listings')

/**
 * Measures how the app's query client and persister save and restore a list, in five steps: save it; save it with some rows
 * changed; save it with one more listing at the top; restore it in a page without data; and, for comparison, idle for a
 * second.
 */
export async function measureCacheEntries(given: { listingCount: number; changedCount: number }) {
  const { client, persister, close } = openCacheEntries()
  const list = makeListings(given.listingCount)
  const changedList = withChanged(list, given.changedCount)
  const longerList = [makeListing(given.listingCount), ...changedList]
  const first = await watchMainThread(() => save(client, persister, list))
  const changed = await watchMainThread(() => save(client, persister, changedList))
  const inserted = await watchMainThread(() => save(client, persister, longerList))
  close()
  const again = openCacheEntries()
  const restored = await watchMainThread(() => restore(again.client, again.persister, longerList))
  again.close()
  const idle = await watchMainThread(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
  return { first, changed, inserted, restored, idle }
}

/** Resolves once the answer to the request called `name`, such as `listings`, is saved on the device. */
export async function waitForCacheEntry(name: string): Promise<void> {
  const database = createCacheDatabase()
  const isThere = async () =>
    (await database.copies.toCollection().primaryKeys()).some((key) => key.includes(`"${name}"`))
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  database.close()
}

function openCacheEntries() {
  const database = createCacheDatabase('bench-copies')
  const client = createQueryClient(window)
  const store = createCacheEntryStore(database)
  const open = async () => store
  const storage = { open, whenOpen: open(), openIfAny: open }
  const persister = createCacheEntryPersister(storage, {
    mayStore: () => true,
    toStored: (_name, rows) => rows,
    settled: async () => undefined,
    onSaved: () => Promise.resolve(),
  })
  return {
    client,
    persister,
    close() {
      client.clear()
      database.close()
    },
  }
}

async function save(
  client: QueryClient,
  persister: CacheEntryPersister,
  value: readonly Listing[],
): Promise<void> {
  await client.fetchQuery<ListingsRead, Error, ListingsRead, typeof QUERY_KEY>({
    queryKey: QUERY_KEY,
    queryFn: () => Promise.resolve({ value, etag: null, cursor: null, ackedBefore: 0 }),
    persister: persister.persisterFn,
    staleTime: 0,
    structuralSharing: false, // as in the app for lists that support deltas
  })
  await persister.idle()
}

async function restore(
  client: QueryClient,
  persister: CacheEntryPersister,
  expected: readonly Listing[],
): Promise<void> {
  const read = await client.fetchQuery<ListingsRead, Error, ListingsRead, typeof QUERY_KEY>({
    queryKey: QUERY_KEY,
    queryFn: () => Promise.reject(new Error('the copy was not found')),
    persister: persister.persisterFn,
  })
  if (read.value.length !== expected.length) throw new Error('the copy is not whole')
}
