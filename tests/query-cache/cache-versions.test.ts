import Dexie from 'dexie'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'

// After a rollback, an older build opens the cache of a newer one. It may lose entries, but must
// show its screens.

const COPY = { header: { at: 1 }, rows: [{ id: 'a' }] }

beforeEach(() => {
  onTestFinished(() => Dexie.delete('cache')) // after the databases that the test opens were closed
})
afterEach(() => vi.restoreAllMocks())

function open<Database extends Dexie>(database: Database): Database {
  onTestFinished(() => database.close())
  return database
}

/** Opens the cache as a newer build would: with another version and these changes of the object stores. */
async function openNewer(stores: Record<string, string | null>): Promise<Dexie> {
  const newer = open(new Dexie('cache'))
  newer.version(1).stores({ copies: 'key', pieces: '[key+index]', mirror: 'name' })
  newer.version(2).stores({ videos: 'id, userId', videoPieces: '[videoId+index]' })
  newer.version(3).stores(stores)
  return newer.open()
}

test('an older build uses the cache despite an object store that a newer build added', async () => {
  const newer = await openNewer({ shelves: 'id' })
  await newer.table('shelves').add({ id: 's', of: 'the newer build' })
  newer.close()
  const older = open(createCacheDatabase())
  const store = createCacheEntryStore(older)
  await store.set('k', COPY)
  expect(await store.find('k')).toEqual(COPY)
  older.close()

  const again = await openNewer({ shelves: 'id' })
  expect(await again.table('shelves').toArray()).toEqual([{ id: 's', of: 'the newer build' }])
  expect(await again.table('copies').count()).toBe(1)
})

test('an older build recreates object stores that a newer build had dropped', async () => {
  // Dexie logs that it adds the missing stores.
  vi.spyOn(console, 'debug').mockImplementation(() => {})
  expectConsole('warn', /Dexie will add missing parts/)
  const newer = await openNewer({ copies: null, pieces: null, shelves: 'id' })
  await newer.table('shelves').add({ id: 's', of: 'the newer build' })
  newer.close()
  const older = open(createCacheDatabase())
  const store = createCacheEntryStore(older)
  expect(await store.find('k')).toBeNull()
  await store.set('k', COPY)
  expect(await store.find('k')).toEqual(COPY)
  older.close()

  const again = await openNewer({ copies: null, pieces: null, shelves: 'id' })
  expect(await again.table('shelves').toArray()).toEqual([{ id: 's', of: 'the newer build' }])
})
