import { createOutboxStore } from '#src/outbox/queue/outbox-store.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'

export type DeviceStorage = ReturnType<typeof openDeviceStorage>

/** Opens two databases of the device: the cache, whose data may be lost, and the outbox, whose data must not. */
export function openDeviceStorage() {
  const cache = createCacheDatabase()
  const outbox = createOutboxDatabase()
  const suspension = createPageSuspension(window)
  for (const database of [cache, outbox]) suspension.follow(database)
  return {
    cache,
    suspension,
    store: createOutboxStore(outbox, { runActive: suspension.run }),
    cacheEntries: suspension.protect(createCacheEntryStore(cache)),
    mirror: suspension.protect(createSessionMirrorStore(cache)),
    close() {
      suspension.stop()
      cache.close()
      outbox.close()
    },
  }
}
