import { measureCacheEntries, waitForCacheEntry } from './cache-entry-probe.ts'
import { measureHeic } from './heic-probe.ts'
import { measureOverlay } from './overlay-probe.ts'
import { measurePalette } from './palette-probe.ts'
import { measureDisk, measureQueueing, prepareDevice } from './queueing-probe.ts'
import { measureDecisions } from './screen-probe.ts'

// The functions that the bench calls in the browser, bundled with the app's modules as in production.

const bench = {
  measureCacheEntries,
  measureDecisions,
  measureDisk,
  measureHeic,
  measureOverlay,
  measurePalette,
  measureQueueing,
  prepareDevice,
  waitForCacheEntry,
}

declare global {
  interface Window {
    bench: typeof bench
  }
}

window.bench = bench
