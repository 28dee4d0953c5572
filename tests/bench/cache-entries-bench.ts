import type { BenchStage } from './bench-stage.ts'
import { type Measurement, measureRows, type RowOf } from './measurement.ts'
import type { CacheEntryTimes } from './page/cache-entry-probe.ts'

const SIZE = { listingCount: 10_000, changedCount: 10 }
const GAP_MS = 50 // if the main thread is blocked for longer, users notice it when they touch the screen

const STEPS: readonly [keyof CacheEntryTimes, string, number | null][] = [
  ['first', '10,000 listings saved for the first time', GAP_MS],
  ['changed', '10,000 listings saved, 10 of them changed', GAP_MS],
  ['inserted', '10,000 listings saved, one more on top', GAP_MS],
  ['restored', '10,000 listings read back', GAP_MS],
  ['idle', 'Nothing for a second (what this machine adds)', null],
]

/** How long the main thread is blocked while a list is saved on the device and while it is read back. */
export const cacheEntries: Measurement<BenchStage> = {
  name: 'copies',
  measure(stage, runs) {
    const work = () =>
      stage.onBenchPage((page) =>
        page.evaluate((size) => window.bench.measureCacheEntries(size), SIZE),
      )
    const rows = STEPS.flatMap(([step, what, reach]): RowOf<CacheEntryTimes>[] => [
      [`${what}: longest gap on the main thread`, 'ms', reach, (run) => run[step].longestGapMs],
      ['… longest task over 50 ms (0 is none)', 'ms', null, (run) => run[step].longestTaskMs],
      ['… until it is written or read', 'ms', null, (run) => run[step].tookMs],
    ])
    return measureRows(runs, work, rows)
  },
}
