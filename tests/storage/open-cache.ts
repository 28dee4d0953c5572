import Dexie from 'dexie'
import { onTestFinished } from 'vitest'
import { createCacheDatabase } from '#src/storage/cache-database.ts'

/** Opens the cache database. After the test, it is closed and deleted. */
export function openCache() {
  const cache = createCacheDatabase()
  onTestFinished(async () => {
    cache.close()
    await Dexie.delete('cache')
  })
  return cache
}
