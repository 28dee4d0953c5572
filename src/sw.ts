/// <reference lib="webworker" />
import { SYNC_TAG } from '#src/sync/drain.ts'
import { drainInBackground } from '#src/worker-drain.ts'
import { startWorkerFiles } from '#src/worker-files.ts'
import { startWorkerLife } from '#src/worker-life.ts'

// The worker: the shell for every address without a network, and the wake-up that sends queued changes when no page is
// open. Nothing of the API and no media ever goes into Cache Storage.

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** Background Sync, Chromium only (not in TypeScript's library). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

startWorkerFiles(self, self.__WB_MANIFEST)
startWorkerLife(self)

self.addEventListener('sync', (event) => {
  const woken = event as SyncEvent // only a SyncEvent is dispatched as 'sync'
  if (woken.tag !== SYNC_TAG) return
  woken.waitUntil(drainInBackground({ locks: self.navigator.locks }))
})
