import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { pruneAcked } from '#src/app/startup/acked-pruning.ts'
import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { type CacheEntryStore, createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import {
  cacheEntryKey,
  createCacheEntryPersister,
  readAckedBefore,
  type SavedRead,
} from '#src/query-cache/cached-reads.ts'
import { ARRIVING, LISTING_READS, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { savedReadQuery } from '#src/query-cache/use-saved-read.ts'
import { type CacheDatabase, createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewRun } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

let cache: CacheDatabase
let cacheEntries: CacheEntryStore
let outboxDatabase: OutboxDatabase

beforeEach(() => {
  cache = createCacheDatabase()
  cacheEntries = createCacheEntryStore(cache)
  outboxDatabase = createOutboxDatabase()
})

afterEach(async () => {
  cache.close()
  outboxDatabase.close()
  await Promise.all([Dexie.delete('cache'), Dexie.delete('outbox')])
})

const KEY = savedReadKey('asha', 'members')
const storage = {
  open: async () => cacheEntries,
  get whenOpen() {
    return Promise.resolve(cacheEntries)
  },
  openIfAny: async () => cacheEntries,
}

const makeClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

const createPersister = (mayStore: () => boolean, settled = async () => {}) =>
  createCacheEntryPersister(storage, {
    mayStore,
    toStored: (_name, rows) => rows,
    settled,
    onSaved: async () => undefined,
  })

async function readThrough(
  mayStore: () => boolean,
  value: unknown = ['Ravi'],
  {
    ackedBefore = 2,
    whileAsked = async () => {},
    settled = async () => {},
  }: {
    ackedBefore?: number
    whileAsked?: () => Promise<unknown>
    settled?: () => Promise<void>
  } = {},
) {
  const persister = createPersister(mayStore, settled)
  const client = makeClient()
  const data = await client.fetchQuery<SavedRead<unknown>>({
    queryKey: KEY,
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
    await readThrough(() => true, ['Ravi', 'Meena'])
    const again = await readThrough(() => true, ['a later answer'])
    expect(again).toEqual({ value: ['Ravi', 'Meena'], etag: '"1"', cursor: 'c1', ackedBefore: 2 })
  })

  test('is not shown before the unsent changes that overlay it are loaded', async () => {
    await readThrough(() => true)
    const steps: string[] = []
    const settled = async () => {
      await cacheEntries.findHeader(cacheEntryKey(KEY))
      steps.push('known')
    }
    await readThrough(() => true, ['later'], { settled }).then(() => steps.push('shown'))
    expect(steps).toEqual(['known', 'shown'])
  })

  test('is not revalidated by a page that is closed', async () => {
    await readThrough(() => true, ['Ravi'])
    const ask = vi.fn(async () => ({ value: [], etag: null, cursor: null, ackedBefore: 0 }))
    const persister = createCacheEntryPersister(storage, {
      mayStore: () => true,
      toStored: (_name, rows) => rows,
      settled: async () => undefined,
      onSaved: async () => undefined,
    })
    await new QueryClient().fetchQuery<SavedRead<unknown>>({
      queryKey: KEY,
      queryFn: ask,
      persister: persister.persisterFn,
    })
    await persister.close()
    await persister.idle() // waits for the task in which a page that is open would start a revalidation
    expect(ask).not.toHaveBeenCalled()
  })

  test('does not replace the entry of another tab whose read started after more changes were confirmed', async () => {
    const inOtherTab = () => readThrough(() => true, ['after them'], { ackedBefore: 3 })
    await readThrough(() => true, ['from before'], { ackedBefore: 1, whileAsked: inOtherTab })
    const kept = await cacheEntries.find(cacheEntryKey(KEY))
    expect([kept?.rows, readAckedBefore(kept?.header)]).toEqual([['after them'], 3])
  })

  test('replaces an entry of an earlier build, whatever its header contains', async () => {
    const header = { buster: '1', state: { data: { value: [], etag: null, ackedBefore: 99 } } }
    const inOldTab = () => cacheEntries.set(cacheEntryKey(KEY), { header, rows: ['old'] })
    await readThrough(() => true, ['new'], { whileAsked: inOldTab })
    expect((await cacheEntries.find(cacheEntryKey(KEY)))?.rows).toEqual(['new'])
  })

  test('is not written after the session has ended', async () => {
    await readThrough(() => false)
    expect(await cacheEntries.findHeader(cacheEntryKey(KEY))).toBeUndefined()
  })

  test('is removed when the session ends during the write', async () => {
    let asked = 0
    await readThrough(() => ++asked === 1)
    expect(await cacheEntries.findHeader(cacheEntryKey(KEY))).toBeUndefined()
    expect(await cache.pieces.count()).toBe(0)
  })

  test('is stored without data that the device may not store, but shown complete', async () => {
    const persister = createCacheEntryPersister(storage, {
      mayStore: () => true,
      toStored: (_name, rows) => rows.map(() => 'masked'),
      settled: async () => undefined,
      onSaved: async () => undefined,
    })
    const client = new QueryClient()
    const read = { value: ['ABCPK1234F'], etag: null, cursor: null, ackedBefore: 0 }
    const shown = await client.fetchQuery<typeof read>({
      queryKey: KEY,
      queryFn: async () => read,
      persister: persister.persisterFn,
    })
    await waitFor(async () =>
      expect((await cacheEntries.find(cacheEntryKey(KEY)))?.rows).toEqual(['masked']),
    )
    expect(shown).toEqual(read)
  })

  test("is not found under another user's key", async () => {
    await readThrough(() => true)
    expect(
      await cacheEntries.findHeader(cacheEntryKey(savedReadKey('ravi', 'members'))),
    ).toBeUndefined()
  })
})

describe('confirmed changes', () => {
  async function ackTwo() {
    const store = createOutboxStore(outboxDatabase)
    for (const entityId of ['a', 'b']) {
      await store.queueChange(sampleChange({ entityId }))
      const [claimed] = await claimInNewRun(store, { limit: 1 })
      if (claimed) await store.ackChange(claimed, { version: 4, event: null, isFound: false })
    }
    return store
  }

  const saveCacheEntry = (name: string, ackedBefore: number) =>
    cacheEntries.set(cacheEntryKey(savedReadKey('asha', name)), {
      header: { state: { data: { value: [], etag: null, ackedBefore } } },
      rows: [],
    })

  test('are kept until every cached read of listings was requested after they were confirmed', async () => {
    const store = await ackTwo()
    const count = await store.findLastConfirmation()
    await saveCacheEntry(LISTING_READS[0], count)
    await saveCacheEntry(LISTING_READS[1], count - 1)
    await pruneAcked('asha', cacheEntries, store)
    expect((await store.listChanges('asha')).map(({ entityId }) => entityId)).toEqual(['b'])
    await saveCacheEntry(LISTING_READS[1], count)
    await pruneAcked('asha', cacheEntries, store)
    expect(await store.listChanges('asha')).toEqual([])
  })

  test('are removed on a device without cached reads, because no read needs them as an overlay', async () => {
    const store = await ackTwo()
    await pruneAcked('asha', cacheEntries, store)
    expect(await store.listChanges('asha')).toEqual([])
  })
})

test('a retry of a list that failed midway replaces the shown rows only when it has received as many', async () => {
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
      persister: createPersister(() => true),
      user: { findUserId: () => 'asha', subscribe: () => () => {} },
      findLastConfirmation: async () => 2,
    },
    client,
  )
  for (const _ of [...tries]) await expect(client.fetchQuery(options)).rejects.toThrow(ApiError)
  expect(shown).toMatchObject([300, 300, 300, 400].map((count) => ({ count, ackedBefore: 2 })))
})
