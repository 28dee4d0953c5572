import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/storage/session-mirror-store.ts'

// They come with the databases: on a device without a network nothing more could be loaded when a loss is detected.
export { createLostChangeDetector } from '#src/sync/lost-change-detector.ts'
export { LostChangesNotice } from './lost-changes-notice.tsx'

export type Memory = ReturnType<typeof openMemory>

/** The device's two databases: one that may be thrown away, one that may not. */
export function openMemory() {
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
