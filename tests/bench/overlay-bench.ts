import type { BenchStage } from './bench-stage.ts'
import { median } from './figures.ts'
import { type Measurement, measureRows } from './measurement.ts'

const SIZE = { listingCount: 10_000, changeCount: 1_000 }
const WHAT = '1,000 changes folded over 10,000 listings'
const FRAME_MS = 16

/** How long it takes to apply queued changes to the listings of a screen. */
export const overlay: Measurement<BenchStage> = {
  name: 'overlay',
  measure(stage, runs) {
    const work = () =>
      stage.onBenchPage((page) => page.evaluate((size) => window.bench.measureOverlay(size), SIZE))
    return measureRows(runs, work, [
      [`${WHAT}, a page's first time`, 'ms', FRAME_MS, ({ coldMs }) => coldMs],
      [`${WHAT}, again`, 'ms', FRAME_MS, ({ warmMs }) => median(warmMs)],
    ])
  },
}
