import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { pruneAcked } from '#src/outbox/acked-pruning.ts'
import { noteDraftOf } from '#src/outbox/kinds/note/note-draft.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { type CacheEntryStore, createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import {
  type CacheEntryRules,
  cacheEntryKey,
  createCacheEntryPersister,
  findCopiedNotes,
  listCopiedConfirmations,
  type SavedRead,
} from '#src/query-cache/cached-reads.ts'
import { findCopiedConfirmation, readAckedBefore } from '#src/query-cache/copied-confirmation.ts'
import {
  ARRIVING,
  LISTING_READS,
  MOST_COPIES,
  NOTES_READS,
  PHOTOS_READ,
  savedReadKey,
} from '#src/query-cache/saved-read-key.ts'
import { savedReadQuery } from '#src/query-cache/use-saved-read.ts'
import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { openCache } from '#tests/storage/open-cache.ts'
import { claimOne, setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const outbox = setupOutbox({ findCopiedConfirmation: () => findCopiedConfirmation(cacheEntries) })
let cache: CacheDatabase
let cacheEntries: CacheEntryStore

beforeEach(() => {
  cache = openCache()
  cacheEntries = createCacheEntryStore(cache)
})

const KEY = cacheEntryKey(savedReadKey('asha', 'members'))

function createPersister(overrides: Partial<CacheEntryRules> = {}) {
  const open = async () => cacheEntries
  return createCacheEntryPersister(
    { open, openIfAny: open, whenOpen: Promise.resolve(cacheEntries) },
    {
      mayStore: () => true,
      toStored: (_name, rows) => rows,
      settled: async () => {},
      onSaved: async () => undefined,
      ...overrides,
    },
  )
}

const makeClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

interface ReadOptions extends Partial<CacheEntryRules> {
  ackedBefore?: number
  /** What happens between request and answer. */
  whileAsked?: () => Promise<unknown>
}

/** Reads the members through the cache, as a page does; the server answers with `value`. */
async function read(value: unknown = ['Ravi'], options: ReadOptions = {}) {
  const { ackedBefore = 2, whileAsked = async () => {}, ...overrides } = options
  const persister = createPersister(overrides)
  const client = makeClient()
  const data = await client.fetchQuery<SavedRead<unknown>>({
    queryKey: savedReadKey('asha', 'members'),
    queryFn: async (): Promise<SavedRead<unknown>> => {
      await whileAsked()
      return { value, etag: '"1"', cursor: 'c1', ackedBefore }
    },
    persister: persister.persisterFn,
  })
  // A cached value is revalidated, and an answer is stored, in a task after the read. Waits for that task
  // and its work.
  const laterTask = () => new Promise((resolve) => setTimeout(resolve))
  await laterTask()
  await waitFor(() => expect(client.isFetching()).toBe(0))
  await laterTask()
  await persister.idle()
  return data
}

describe('a cache entry', () => {
  test('is written after an answer, with its rows stored separately, and read at the next start', async () => {
    await read(['Ravi', 'Meena'])
    expect(JSON.stringify(await cacheEntries.findHeader(KEY))).not.toContain('Ravi')
    const again = await read(['a later answer'])
    expect(again).toEqual({ value: ['Ravi', 'Meena'], etag: '"1"', cursor: 'c1', ackedBefore: 2 })
  })

  test('is not shown before the unsent changes that overlay it are loaded', async () => {
    await read()
    const steps: string[] = []
    const settled = async () => {
      await cacheEntries.findHeader(KEY)
      steps.push('known')
    }
    await read(['later'], { settled }).then(() => steps.push('shown'))
    expect(steps).toEqual(['known', 'shown'])
  })

  test('of a record stays for as many records as the read may have, and for those that were read last', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const persister = createPersister()
    const client = makeClient()
    const most = MOST_COPIES[PHOTOS_READ] ?? 0
    const keyOf = (place: number) => savedReadKey('asha', PHOTOS_READ, `listing-${place}`)
    for (let place = 0; place <= most; place += 1) {
      vi.setSystemTime(place)
      await client.fetchQuery<SavedRead<unknown>>({
        queryKey: keyOf(place),
        queryFn: async () => ({ value: [place], etag: null, cursor: null, ackedBefore: 0 }),
        persister: persister.persisterFn,
      })
      await persister.idle()
    }
    expect(await cacheEntries.find(cacheEntryKey(keyOf(0)))).toBeNull()
    expect(await cacheEntries.find(cacheEntryKey(keyOf(1)))).not.toBeNull()
    expect([await cache.copies.count(), await cache.pieces.count()]).toEqual([most, most])
  })

  test('is not revalidated by a page that is closed', async () => {
    await read()
    const ask = vi.fn(async () => ({ value: [], etag: null, cursor: null, ackedBefore: 0 }))
    const persister = createPersister()
    await makeClient().fetchQuery<SavedRead<unknown>>({
      queryKey: savedReadKey('asha', 'members'),
      queryFn: ask,
      persister: persister.persisterFn,
    })
    await persister.close()
    await persister.idle() // waits for the task in which a page that is open would start a revalidation
    expect(ask).not.toHaveBeenCalled()
  })

  test('does not replace the entry of another tab whose read started after more changes were confirmed', async () => {
    const inOtherTab = () => read(['after them'], { ackedBefore: 3 })
    await read(['from before'], { ackedBefore: 1, whileAsked: inOtherTab })
    const kept = await cacheEntries.find(KEY)
    expect([kept?.rows, readAckedBefore(kept?.header)]).toEqual([['after them'], 3])
  })

  test('replaces an entry of an earlier build, whatever its header contains', async () => {
    const header = { buster: '1', state: { data: { value: [], etag: null, ackedBefore: 99 } } }
    const inOldTab = () => cacheEntries.set(KEY, { header, rows: ['old'] })
    await read(['new'], { whileAsked: inOldTab })
    expect((await cacheEntries.find(KEY))?.rows).toEqual(['new'])
  })

  test('is not written after the session has ended', async () => {
    await read(['Ravi'], { mayStore: () => false })
    expect(await cacheEntries.findHeader(KEY)).toBeUndefined()
  })

  test('is removed when the session ends during the write', async () => {
    const mayStore = vi.fn(() => false).mockReturnValueOnce(true)
    await read(['Ravi'], { mayStore })
    expect(await cacheEntries.findHeader(KEY)).toBeUndefined()
    expect(await cache.pieces.count()).toBe(0)
  })

  test('is stored without data that the device may not store, but shown complete', async () => {
    const shown = await read(['ABCPK1234F'], {
      toStored: (_name, rows) => rows.map(() => 'masked'),
    })
    expect(shown.value).toEqual(['ABCPK1234F'])
    expect((await cacheEntries.find(KEY))?.rows).toEqual(['masked'])
  })

  test("is not found under another user's key", async () => {
    await read()
    const ofRavi = cacheEntryKey(savedReadKey('ravi', 'members'))
    expect(await cacheEntries.findHeader(ofRavi)).toBeUndefined()
  })
})

describe('confirmed changes', () => {
  async function ackTwo() {
    const { store } = outbox
    for (const entityId of ['a', 'b']) {
      await store.queueChange(sampleChange({ entityId }))
      const confirmed = { version: 4, event: null, isFound: false }
      await store.ackChange(await claimOne(store), confirmed)
    }
    return store
  }

  const prune = (store: OutboxStore, isReading = () => false) =>
    pruneAcked('asha', {
      store,
      isReading,
      listCopied: (userId) => listCopiedConfirmations(userId, cacheEntries),
      findCopied: (userId, about) => findCopiedNotes(userId, about, cacheEntries),
    })

  const saveCacheEntry = (name: string, ackedBefore: number) =>
    cacheEntries.set(cacheEntryKey(savedReadKey('asha', name)), {
      header: { state: { data: { value: [], etag: null, ackedBefore } } },
      rows: [],
    })

  test('are kept while a cached read of listings is older than their confirmation', async () => {
    const store = await ackTwo()
    const count = await store.findLastConfirmation()
    await saveCacheEntry(LISTING_READS[0], count)
    await saveCacheEntry(LISTING_READS[1], count - 1)
    await prune(store)
    expect((await store.listChanges('asha')).map(({ entityId }) => entityId)).toEqual(['b'])
    await saveCacheEntry(LISTING_READS[1], count)
    await prune(store)
    expect(await store.listChanges('asha')).toEqual([])
  })

  test('of a recreated outbox have numbers above those of all cached reads, also with the clock set back', async () => {
    const beforeTheLoss = Date.now() + 3_600_000
    await saveCacheEntry(LISTING_READS[0], beforeTheLoss)
    await saveCacheEntry(LISTING_READS[1], beforeTheLoss - 1)
    const store = await ackTwo()
    const numbers = (await store.listChanges('asha')).map(({ ackedAs }) => ackedAs)
    expect(numbers).toEqual([beforeTheLoss + 1, beforeTheLoss + 2])
  })

  test('of a note are kept while the cached notes about its listing are older than their confirmation', async () => {
    const { store } = outbox
    const about = { kind: 'listing', id: 'a' } as const
    const action = { kind: 'write', noteId: 'n', text: 'Called her.', isNew: true } as const
    await store.queueChange(noteDraftOf('asha', { about, name: null, action }))
    await store.ackChange(await claimOne(store), { version: null, event: null, isFound: false })
    const count = await store.findLastConfirmation()
    const saveNotes = (ackedBefore: number) =>
      cacheEntries.set(cacheEntryKey(savedReadKey('asha', NOTES_READS.listing, 'a')), {
        header: { state: { data: { value: [], etag: null, ackedBefore } } },
        rows: [],
      })
    await saveNotes(count - 1)
    await prune(store)
    expect(await store.listChanges('asha')).toHaveLength(1)
    await saveNotes(count)
    await prune(store)
    expect(await store.listChanges('asha')).toEqual([])
  })

  test('are kept while a read is under way, whose answer may be older', async () => {
    const store = await ackTwo()
    await prune(store, () => true)
    expect(await store.listChanges('asha')).toHaveLength(2)
  })

  test('are removed on a device without cached reads, because no read needs them as an overlay', async () => {
    const store = await ackTwo()
    await prune(store)
    expect(await store.listChanges('asha')).toEqual([])
  })
})

test('when a list that failed midway is read again, the rows on the screen stay until at least as many have arrived', async () => {
  const client = makeClient()
  const tries = [[300], [100, 300, 400]]
  const shown: unknown[] = []
  const options = savedReadQuery<string[], never>(
    {
      name: 'members',
      async read({ onRows }) {
        for (const count of tries.shift() ?? []) {
          onRows?.({ rows: [], count, total: 500 })
          shown.push(client.getQueryData([ARRIVING, 'asha', 'members']))
        }
        throw new ApiError({ kind: 'no-answer' })
      },
    },
    {
      persister: createPersister(),
      user: { findUserId: () => 'asha', subscribe: () => () => {} },
      findLastConfirmation: async () => 2,
    },
    client,
  )
  for (const _ of [...tries]) await expect(client.fetchQuery(options)).rejects.toThrow(ApiError)
  expect(shown).toMatchObject([300, 300, 300, 400].map((count) => ({ count, ackedBefore: 2 })))
})
