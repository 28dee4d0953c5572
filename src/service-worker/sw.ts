/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { findForeignHost } from '#src/api/foreign-url.ts'
import { findSavedVideoId } from '#src/domain/saved-video.ts'
import { SYNC_TAG } from '#src/outbox/sending/drain.ts'
import { startWorkerLife } from './worker-activation.ts'
import { drainInBackground } from './worker-drain.ts'
import { startWorkerFiles } from './worker-files.ts'
import { startNotifications } from './worker-notifications.ts'
import { answerSavedVideo } from './worker-videos.ts'

// The service worker: serves the app shell for every URL offline, plays saved videos, shows push notifications, and
// sends queued changes on a sync event, even if no page is open. It never puts API answers or media into Cache Storage:
// saved videos are in the cache database (IndexedDB), and the worker handles no other media requests.

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** Background Sync, Chromium only (not in TypeScript's library). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

startWorkerFiles(self, self.__WB_MANIFEST)
registerRoute(
  // Leaves requests to other hosts to the browser, because this worker's CSP does not allow it to fetch them.
  ({ url }) => findSavedVideoId(url) !== null && findForeignHost(url.href) === null,
  ({ request }) => answerSavedVideo(request),
)
startWorkerLife(self)
startNotifications(self)

self.addEventListener('sync', (event) => {
  const woken = event as SyncEvent // only a SyncEvent is dispatched as 'sync'
  if (woken.tag !== SYNC_TAG) return
  woken.waitUntil(drainInBackground({ locks: self.navigator.locks }))
})
