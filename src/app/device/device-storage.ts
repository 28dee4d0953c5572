import { createOutboxStore } from '#src/outbox/outbox-store.ts'
import { createCacheEntryStore } from '#src/query-cache/cache-entry-store.ts'
import { findCopiedConfirmation } from '#src/query-cache/copied-confirmation.ts'
import { createSessionMirrorStore } from '#src/session/session-mirror-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { openingLimitOf } from '#src/storage/opening-limit.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createPagePresence } from '#src/storage/page-presence.ts'
import { createPageSuspension } from '#src/storage/page-suspension.ts'

export type DeviceStorage = ReturnType<typeof openDeviceStorage>

/** Opens two databases of the device: the cache, whose data may be lost, and the outbox, whose data must not. */
export function openDeviceStorage() {
  const cache = createCacheDatabase()
  const outbox = createOutboxDatabase()
  const suspension = createPageSuspension(window)
  const presence = createPagePresence(document, navigator.locks)
  for (const database of [cache, outbox]) suspension.follow(database)
  // What must not stay on the device is removed at once, also by a hidden page.
  const copies = openingLimitOf(cache)
  const {
    clear: clearEntries,
    remove,
    removeAll,
    ...entries
  } = copies.guard(createCacheEntryStore(cache))
  const { clear: clearMirror, ...mirror } = copies.guard(createSessionMirrorStore(cache))
  return {
    cache,
    /** Whether the saved copies can be opened. */
    copies,
    suspension,
    presence,
    store: createOutboxStore(outbox, {
      runActive: suspension.run,
      presence,
      findCopiedConfirmation: () => findCopiedConfirmation(entries),
    }),
    cacheEntries: suspension.protect({
      ...presence.defer(entries),
      remove,
      removeAll,
      clear: clearEntries,
    }),
    mirror: suspension.protect({ ...presence.defer(mirror), clear: clearMirror }),
    async close(): Promise<void> {
      suspension.stop()
      presence.stop()
      // Dexie leaves a connection open that is closed while it opens. A database that never opens is closed after a limit.
      await Promise.allSettled([cache, outbox].map((used) => openingLimitOf(used).requireOpen()))
      cache.close()
      outbox.close()
    },
  }
}
