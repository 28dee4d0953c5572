import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/storage/session-mirror-store.ts'

export type DeviceStorage = ReturnType<typeof openDeviceStorage>

/** The device's two databases: the cache may be discarded, the outbox may not. */
export function openDeviceStorage() {
  const cache = createCacheDatabase()
  const outbox = createOutboxDatabase()
  const suspension = createPageSuspension(window)
  for (const database of [cache, outbox]) suspension.follow(database)
  return {
    cache,
    suspension,
    store: createOutboxStore(outbox, { runActive: suspension.run }),
    copies: suspension.protect(createQueryCopyStore(cache)),
    mirror: suspension.protect(createSessionMirrorStore(cache)),
    close() {
      suspension.stop()
      cache.close()
      outbox.close()
    },
  }
}
