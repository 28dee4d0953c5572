import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
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
  const store = createOutboxStore(outbox)
  return {
    cache,
    store,
    copies: createQueryCopyStore(cache),
    mirror: createSessionMirrorStore(cache),
    close() {
      cache.close()
      outbox.close()
    },
  }
}
