/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isApiReachable, readEventList, sendChange } from '#src/api/send-change.ts'
import { isExpired } from '#src/session/session-store.ts'
import { createCacheDatabase } from '#src/storage/cache-database.ts'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore } from '#src/storage/outbox-store.ts'
import { createQueryCopyStore } from '#src/storage/query-copy-store.ts'
import { createSessionMirrorStore } from '#src/storage/session-mirror-store.ts'
import { createChangeOutcomes } from '#src/sync/change-outcomes.ts'
import { createDrain, SYNC_TAG } from '#src/sync/drain.ts'

// The worker: the shell for every address without a network, and the wake-up that sends queued changes when no page is
// open. Nothing of the API and no media ever goes into Cache Storage.

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** Background Sync, Chromium only (not in TypeScript's library). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /^\/media\//, /^\/assets\//],
  }),
)

self.addEventListener('activate', (event) => {
  // The first visit is already one that opens offline.
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', (event) => {
  // The person asked for the update; until then a new worker waits.
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent // only a SyncEvent is dispatched as 'sync'
  if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(drainOnce())
})

/** One pass; rejecting asks the browser to wake the worker again when something still waits. */
async function drainOnce(): Promise<void> {
  const cache = createCacheDatabase()
  const outbox = createOutboxDatabase()
  const outcomes = createChangeOutcomes()
  const mirror = createSessionMirrorStore(cache)
  const store = createOutboxStore(outbox)
  try {
    const drain = createDrain({
      store,
      outcomes,
      send: sendChange,
      readEventList,
      isReachable: isApiReachable,
      // Woken because the browser believes in the network: the server is asked first.
      reachability: { get: () => 'online', isProven: () => false, report: () => undefined },
      async onSignedOut(token) {
        // A page may have signed in again meanwhile: its session is none of this answer's business.
        if ((await mirror.find())?.token !== token) return
        await mirror.clear()
        await createQueryCopyStore(cache).clear()
      },
      isVisible: () => false,
      locks: self.navigator.locks,
      async findSession() {
        const session = await mirror.find()
        if (!session || isExpired(session, Date.now())) return null
        return (await store.isWorkingOffline()) ? null : session
      },
    })
    const { nextDueAt } = await drain.run()
    if (nextDueAt !== null) throw new Error('Changes are still waiting to be sent.')
  } finally {
    outcomes.dispose()
    cache.close()
    outbox.close()
  }
}
