import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CacheDatabase, createCacheDatabase } from '#src/storage/cache-database.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'

let database: CacheDatabase
beforeEach(() => {
  database = createCacheDatabase()
})
afterEach(async () => {
  database.close()
  await Dexie.delete('cache')
})

const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

test('a copy is read back as it was written, however many pieces it took', async () => {
  const rows = rowsOf(1_234)
  await createQueryCopyStore(database).set('k', { header: { at: 1 }, rows })
  expect(await createQueryCopyStore(database).find('k')).toEqual({ header: { at: 1 }, rows })
})

test('only the pieces whose rows changed are written again', async () => {
  const store = createQueryCopyStore(database)
  const rows = rowsOf(1_000)
  await store.set('k', { header: 1, rows })
  const written: number[] = []
  database.pieces.hook('updating', (_changes, key) => void written.push(key[1]))
  const changed = rows.with(600, { id: -1 })
  await store.set('k', { header: 2, rows: changed })
  expect(written).toEqual([2])
  expect(await createQueryCopyStore(database).find('k')).toEqual({ header: 2, rows: changed })
})

test('a shorter list leaves no rows of the longer one behind', async () => {
  const store = createQueryCopyStore(database)
  const rows = rowsOf(700)
  await store.set('k', { header: 1, rows })
  await store.set('k', { header: 2, rows: rows.slice(0, 300) })
  expect((await store.find('k'))?.rows).toEqual(rows.slice(0, 300))
  expect(await database.pieces.count()).toBe(2)
})

test('clearing leaves nothing', async () => {
  const store = createQueryCopyStore(database)
  await store.set('k', { header: 1, rows: rowsOf(10) })
  await store.set('figures', { header: { total: 3 }, rows: null })
  await store.clear()
  expect([await database.copies.count(), await database.pieces.count()]).toEqual([0, 0])
  expect(await store.find('figures')).toBeNull()
})

test('two tabs that write in turn never leave half of two answers', async () => {
  const [ours, theirs] = [createQueryCopyStore(database), createQueryCopyStore(database)]
  const rows = rowsOf(600)
  await ours.set('k', { header: 'ours', rows })
  await theirs.set('k', { header: 'theirs', rows: rows.with(0, { id: -1 }) })
  await ours.set('k', { header: 'ours again', rows })
  expect(await createQueryCopyStore(database).find('k')).toEqual({ header: 'ours again', rows })
})
