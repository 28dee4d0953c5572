/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { findForeignHost } from '#src/api/foreign-address.ts'
import { findSavedVideoId } from '#src/domain/saved-video.ts'
import { SYNC_TAG } from '#src/outbox/sending/drain.ts'
import { drainInBackground } from './worker-drain.ts'
import { startWorkerFiles } from './worker-files.ts'
import { startWorkerLife } from './worker-life.ts'
import { answerSavedVideo } from './worker-videos.ts'

// The worker: the shell for every address without a network, the videos that a person saved, and the wake-up that sends
// queued changes when no page is open. Nothing of the API and no media ever goes into Cache Storage: saved videos lie in
// the cache database, and every other request for media passes the worker by.

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** Background Sync, Chromium only (not in TypeScript's library). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

startWorkerFiles(self, self.__WB_MANIFEST)
registerRoute(
  // A request of another host stays the page's own: the policy of this worker lets it fetch from no other host.
  ({ url }) => findSavedVideoId(url) !== null && findForeignHost(url.href) === null,
  ({ request }) => answerSavedVideo(request),
)
startWorkerLife(self)

self.addEventListener('sync', (event) => {
  const woken = event as SyncEvent // only a SyncEvent is dispatched as 'sync'
  if (woken.tag !== SYNC_TAG) return
  woken.waitUntil(drainInBackground({ locks: self.navigator.locks }))
})
