import Dexie from 'dexie'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import {
  createSavedVideoReader,
  type SavedVideoReader,
} from '#src/saved-videos/saved-video-reader.ts'
import { createSavedVideoStore, type SavedVideoStore } from '#src/saved-videos/saved-video-store.ts'
import { type CacheDatabase, createCacheDatabase } from '#src/storage/cache-database.ts'
import { openCache } from '#tests/storage/open-cache.ts'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

let database: CacheDatabase
let store: SavedVideoStore
let reader: SavedVideoReader
beforeEach(() => {
  database = openCache()
  store = createSavedVideoStore(database)
  reader = createSavedVideoReader(database)
})

const LIMIT = 10

/** Begins to save a video, and stores its first chunk. */
async function begin(id: string, bytes = 4, url = `/media/${id}.mp4`): Promise<void> {
  await store.begin({ id, userId: 'asha', url, etag: null, beganAt: 0 })
  await store.addChunk(id, 0, new ArrayBuffer(bytes))
}

/** Returns the number of evicted videos. */
const finish = (id: string, savedAt: number, bytes = 4) =>
  store.finish(id, { bytes, contentType: 'video/mp4', etag: null, savedAt }, LIMIT)

/** Saves a video of one chunk. Returns the number of evicted videos. */
async function save(id: string, savedAt: number, bytes = 4, url?: string): Promise<number> {
  await begin(id, bytes, url)
  return finish(id, savedAt, bytes)
}

const savedIds = async (userId = 'asha') => (await store.list(userId)).map(({ id }) => id)
const chunkCount = () => database.videoPieces.count()

test('a video is not found before its save is finished', async () => {
  await begin('a')
  expect(await savedIds()).toEqual([])
  expect(await reader.find('asha', 'a')).toBeNull()
})

test('beyond the size limit, the oldest video is evicted only once the new one is complete', async () => {
  await save('first', 1)
  await save('second', 2)
  await begin('third')
  expect(await savedIds()).toEqual(['first', 'second'])
  expect(await finish('third', 3)).toBe(1)
  expect(await savedIds()).toEqual(['second', 'third'])
  expect(await reader.findChunk('first', 0)).toBeNull()
  expect(await chunkCount()).toBe(2)
})

test('marking a removed video as used does not restore it', async () => {
  await save('a', 1)
  await store.remove('a')
  await store.markUsed('a', 2)
  expect(await database.videos.count()).toBe(0)
})

test('saving a video again replaces its older copy without evicting others', async () => {
  await save('other', 1, 6)
  await save('old', 2, 4, '/media/a.mp4')
  expect(await save('new', 3, 4, '/media/a.mp4')).toBe(0)
  expect(await savedIds()).toEqual(['other', 'new'])
  expect(await chunkCount()).toBe(2)
})

test("one user's video is not found for another user", async () => {
  await save('hers', 1)
  expect(await reader.find('asha', 'hers')).not.toBeNull()
  expect(await reader.find('meera', 'hers')).toBeNull()
  expect(await savedIds('meera')).toEqual([])
})

test("clearing a session's cache removes its videos and makes a save in progress fail", async () => {
  await save('a', 1)
  await begin('b')
  const otherTab = createCacheDatabase()
  await createCacheEntryStore(otherTab).clear()
  otherTab.close()
  const chunk = store.addChunk('b', 1, new ArrayBuffer(4))
  await expect(chunk).rejects.toThrow('not being saved any more')
  await expect(finish('b', 3, 8)).rejects.toThrow('not being saved any more')
  expect([await database.videos.count(), await chunkCount()]).toEqual([0, 0])
})

test('removeUnfinished removes incomplete videos, and keeps saved videos', async () => {
  await save('a', 1)
  await begin('b')
  await store.removeUnfinished(0)
  expect(await savedIds()).toEqual(['a'])
  expect(await chunkCount()).toBe(1)
})

test('a database of the previous build is upgraded and keeps its entries', async () => {
  database.close()
  const before = new Dexie('cache')
  before.version(1).stores({ copies: 'key', pieces: '[key+index]', mirror: 'name' })
  await before.table('mirror').put({ name: 'session', userId: 'asha', token: 't', expiresAt: null })
  before.close()
  database = createCacheDatabase()
  store = createSavedVideoStore(database)
  await save('a', 1)
  expect(await savedIds()).toEqual(['a'])
  expect((await database.mirror.get('session'))?.userId).toBe('asha')
})

test('subscribers are notified when a video is saved and when videos are removed', async () => {
  const told: string[][] = []
  const stop = store.observe(
    'asha',
    (videos) => told.push(videos.map(({ id }) => id)),
    (error) => console.error(error),
  )
  await vi.waitFor(() => expect(told.at(-1)).toEqual([]), BUSY)
  await save('a', 1)
  await vi.waitFor(() => expect(told.at(-1)).toEqual(['a']), BUSY)
  await store.removeOf('asha')
  await vi.waitFor(() => expect(told.at(-1)).toEqual([]), BUSY)
  stop()
})
