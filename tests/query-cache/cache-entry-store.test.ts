import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CacheEntryStore, createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import type { CacheDatabase } from '#src/storage/cache-database.ts'
import { openCache } from '#tests/storage/open-cache.ts'

let database: CacheDatabase
beforeEach(() => {
  database = openCache()
})
afterEach(() => vi.restoreAllMocks())

const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

/** Reads the entry with a new store, as the app does after a restart. */
const findAnew = () => createCacheEntryStore(database).find('k')

test('an entry of several chunks is read back as written', async () => {
  const rows = rowsOf(1_234)
  await createCacheEntryStore(database).set('k', { header: { at: 1 }, rows })
  expect(await findAnew()).toEqual({ header: { at: 1 }, rows })
})

test('a shorter list replaces a longer one and leaves no rows of it', async () => {
  const store = createCacheEntryStore(database)
  const rows = rowsOf(700)
  await store.set('k', { header: 1, rows })
  await store.set('k', { header: 2, rows: rows.slice(0, 300) })
  expect(await findAnew()).toEqual({ header: 2, rows: rows.slice(0, 300) })
  expect(await database.pieces.count()).toBe(2)
})

test('an empty list is stored as an entry without chunks', async () => {
  const store = createCacheEntryStore(database)
  await store.set('k', { header: 1, rows: rowsOf(300) })
  await store.set('k', { header: 2, rows: [] })
  expect(await findAnew()).toEqual({ header: 2, rows: [] })
  expect(await database.pieces.count()).toBe(0)
})

test('an entry with a missing chunk is not used, since no delta would fill the gap', async () => {
  await createCacheEntryStore(database).set('k', { header: 1, rows: rowsOf(700) })
  await database.pieces.delete(['k', 1])
  expect(await findAnew()).toBeNull()
})

test('of a read with one entry per record, the newest stay, with their chunks; other reads are left alone', async () => {
  const store = createCacheEntryStore(database)
  for (const [key, at] of [
    ['read-a', 3],
    ['read-b', 1],
    ['read-c', 2],
    ['other', 0],
  ] as const)
    await store.set(key, { header: { at }, rows: rowsOf(1) })
  await store.keepNewest('read-', 2, (header) => (header as { at: number }).at)
  expect((await database.copies.toArray()).map(({ key }) => key)).toEqual([
    'other',
    'read-a',
    'read-c',
  ])
  expect(await database.pieces.count()).toBe(3)
  await store.removeAll('read-')
  expect([await database.copies.count(), await database.pieces.count()]).toEqual([1, 1])
})

test('`clear` removes entries and chunks', async () => {
  const store = createCacheEntryStore(database)
  await store.set('k', { header: 1, rows: rowsOf(10) })
  await store.set('figures', { header: { total: 3 }, rows: null })
  await store.clear()
  expect([await database.copies.count(), await database.pieces.count()]).toEqual([0, 0])
  expect(await store.find('figures')).toBeNull()
})

describe('writing a list of 5,000 rows', () => {
  const rows = rowsOf(5_000)
  let store: CacheEntryStore
  /** How many chunks were passed to IndexedDB, and how many of them were being written at the same time at most. */
  let chunks = { passed: 0, atOnce: 0 }

  beforeEach(async () => {
    store = createCacheEntryStore(database)
    await store.set('k', { header: 1, rows })
    watchChunks()
  })

  function watchChunks() {
    let pending = 0
    chunks = { passed: 0, atOnce: 0 }
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...given: Parameters<typeof put>
    ) {
      const request = put.apply(this, given)
      if (this.name !== 'pieces') return request
      pending += 1
      chunks = { passed: chunks.passed + 1, atOnce: Math.max(chunks.atOnce, pending) }
      request.addEventListener('success', () => {
        pending -= 1
      })
      return request
    })
  }

  const changeTen = () => rows.map((row, place) => (place % 500 === 250 ? { ...row } : row))

  test.each([
    ['ten chunks for ten changed rows far apart', changeTen, 10],
    ['one chunk for two changed rows', () => rows.with(700, { id: 0 }).with(709, { id: 0 }), 1],
    ['one chunk for a change of its last row', () => rows.with(499, { id: 499 }), 1],
    ['one chunk for a change of its first row', () => rows.with(500, { id: 500 }), 1],
    ['one chunk for a new first row of the list', () => [{ id: -1 }, ...rows], 1],
    ['one chunk for a new row in the middle', () => rows.toSpliced(4_321, 0, { id: -1 }), 1],
    ['one chunk for a new last row of the list', () => [...rows, { id: -1 }], 1],
    ['one chunk for a deleted row', () => rows.toSpliced(4_321, 1), 1],
    ['no chunk without a change', () => [...rows], 0],
  ])('writes %s', async (_what, change, passed) => {
    const changed = change()
    await store.set('k', { header: 2, rows: changed })
    expect(chunks.passed).toBe(passed)
    expect(await findAnew()).toEqual({ header: 2, rows: changed })
  })

  test('writes a new list chunk by chunk, each after the previous one', async () => {
    await store.set('k', { header: 2, rows: rowsOf(5_000) })
    expect(chunks).toEqual({ passed: 20, atOnce: 1 })
  })

  test('a write that fails midway leaves header and rows unchanged', async () => {
    const changed = changeTen()
    let updates = 0
    database.pieces.hook('updating', () => {
      updates += 1
      if (updates === 5) throw new Error('the disk is full')
    })
    await expect(store.set('k', { header: 'cursor 2', rows: changed })).rejects.toThrow()
    expect(updates).toBe(5)
    expect(await findAnew()).toEqual({ header: 1, rows })
    await store.set('k', { header: 'cursor 2', rows: changed })
    expect(await findAnew()).toEqual({ header: 'cursor 2', rows: changed })
  })
})

describe('two writers', () => {
  test('that write one after the other never leave a mix of two answers', async () => {
    const [ours, theirs] = [createCacheEntryStore(database), createCacheEntryStore(database)]
    const rows = rowsOf(600)
    await ours.set('k', { header: 'ours', rows })
    await theirs.set('k', { header: 'theirs', rows: rows.with(0, { id: -1 }) })
    await ours.set('k', { header: 'ours again', rows })
    expect(await findAnew()).toEqual({ header: 'ours again', rows })
  })

  test('write no rows if the rows have not changed', async () => {
    const rows = rowsOf(600)
    await createCacheEntryStore(database).set('k', { header: 0, rows })
    const tabs = [createCacheEntryStore(database), createCacheEntryStore(database)]
    const copies = await Promise.all(tabs.map((tab) => tab.find('k')))
    const onWrite = vi.fn()
    database.pieces.hook('updating', onWrite)
    database.pieces.hook('creating', onWrite)
    for (const header of [1, 2, 3, 4]) {
      const own = copies[header % 2]?.rows ?? null
      await tabs[header % 2]?.set('k', { header, rows: own })
    }
    expect(onWrite).not.toHaveBeenCalled()
    expect(await findAnew()).toEqual({ header: 4, rows })
  })

  test('keep the later answer when one of them writes an older answer late', async () => {
    const [ours, theirs] = [createCacheEntryStore(database), createCacheEntryStore(database)]
    await theirs.set('k', { header: 2, rows: rowsOf(3) })
    await ours.set('k', { header: 1, rows: rowsOf(600) }, (stored) => Number(stored) > 1)
    expect(await findAnew()).toEqual({ header: 2, rows: rowsOf(3) })
  })

  test('that write at the same time never mix their rows', async () => {
    const store = createCacheEntryStore(database)
    const rows = rowsOf(600)
    await store.set('k', { header: 0, rows })
    const first = rows.with(10, { id: -1 })
    const second = [{ id: -2 }, ...first]
    await Promise.all([
      store.set('k', { header: 1, rows: first }),
      store.set('k', { header: 2, rows: second }),
    ])
    expect(await findAnew()).toEqual({ header: 2, rows: second })
  })
})
