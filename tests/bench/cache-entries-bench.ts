import { type BenchRow, type Measurement, repeat } from './measurement.ts'
import type { CacheEntryTimes } from './page/cache-entry-probe.ts'

const SIZE = { listingCount: 10_000, changedCount: 10 }
const UNDER_MS = 50 // a longer task is one that a finger notices

const STEPS: readonly [keyof CacheEntryTimes, string, number | null][] = [
  ['first', '10,000 listings saved for the first time', UNDER_MS],
  ['changed', '10,000 listings saved, 10 of them changed', UNDER_MS],
  ['inserted', '10,000 listings saved, one more on top', UNDER_MS],
  ['restored', '10,000 listings read back', UNDER_MS],
  ['idle', 'Nothing for a second (what this machine adds)', null],
]

/** How long the main thread is held up while a list is saved on the device. */
export const cacheEntries: Measurement = {
  name: 'copies',
  async measure(stage, runs) {
    const times = await repeat(runs, () =>
      stage.onBenchPage((page) =>
        page.evaluate((size) => window.bench.measureCacheEntries(size), SIZE),
      ),
    )
    return STEPS.flatMap(([step, what, under]): BenchRow[] => [
      {
        what: `${what}: longest gap on the main thread`,
        unit: 'ms',
        figures: times.map((run) => run[step].longestGapMs),
        under,
      },
      {
        what: '… longest task over 50 ms (0 is none)',
        unit: 'ms',
        figures: times.map((run) => run[step].longestTaskMs),
        under: null,
      },
      {
        what: '… until it is written or read',
        unit: 'ms',
        figures: times.map((run) => run[step].tookMs),
        under: null,
      },
    ])
  },
}
