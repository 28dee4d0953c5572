import { measureCopies, waitForCopy } from './copy-probe.ts'
import { measureOverlay } from './overlay-probe.ts'
import { measureDisk, measureQueueing, prepareDevice } from './queueing-probe.ts'
import { measureDecisions } from './screen-probe.ts'

// What the bench calls in the browser: the modules that ship, bundled as they ship.

const bench = {
  measureCopies,
  measureDecisions,
  measureDisk,
  measureOverlay,
  measureQueueing,
  prepareDevice,
  waitForCopy,
}

declare global {
  interface Window {
    bench: typeof bench
  }
}

window.bench = bench
