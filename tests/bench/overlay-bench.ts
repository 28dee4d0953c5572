import { median } from './figures.ts'
import { type Measurement, repeat } from './measurement.ts'

const SIZE = { listingCount: 10_000, changeCount: 1_000 }
const UNDER_MS = 16 // a frame

/** Changes folded over the listings that a screen shows. */
export const overlay: Measurement = {
  name: 'overlay',
  async measure(stage, runs) {
    const times = await repeat(runs, () =>
      stage.onBenchPage((page) => page.evaluate((size) => window.bench.measureOverlay(size), SIZE)),
    )
    const what = '1,000 changes folded over 10,000 listings'
    return [
      {
        what: `${what}, a page's first time`,
        unit: 'ms',
        figures: times.map(({ coldMs }) => coldMs),
        under: UNDER_MS,
      },
      {
        what: `${what}, again`,
        unit: 'ms',
        figures: times.map(({ warmMs }) => median(warmMs)),
        under: UNDER_MS,
      },
    ]
  },
}
