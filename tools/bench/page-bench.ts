import type { BenchStage } from './bench-stage.ts'
import { median, p95 } from './figures.ts'
import { flatMapInTurn, type Measurement, measureRows, type RowOf } from './measurement.ts'
import type { CacheEntryTimes } from './page/cache-entry-probe.ts'
import type { PaletteTimes } from './page/palette-probe.ts'

// The costs of the app's modules in a page of their own, without a screen and without a network.

const DECISIONS = 500
const QUEUED_MS = 20
const DISK = `One number written durably, p95 of ${DECISIONS} (what the disk itself takes)`
const FOLD = { listingCount: 10_000, changeCount: 1_000 }
const FOLDED = '1,000 changes folded over 10,000 listings'
const FRAME_MS = 16
const SAVE = { listingCount: 10_000, changedCount: 10 }
const GAP_MS = 50 // if the main thread is blocked for longer, users notice it when they touch the screen
const SAVE_STEPS: readonly [keyof CacheEntryTimes, string, number | null][] = [
  ['first', '10,000 listings saved for the first time', GAP_MS],
  ['changed', '10,000 listings saved, 10 of them changed', GAP_MS],
  ['inserted', '10,000 listings saved, one more on top', GAP_MS],
  ['restored', '10,000 listings read back', GAP_MS],
  ['idle', 'Nothing for a second (what this machine adds)', null],
]

/** The time until a decision is stored on disk, with an empty outbox and with 1,000 queued changes. */
export const queueing: Measurement<BenchStage> = {
  name: 'queueing',
  async measure({ onBenchPage }, runs) {
    const rows = await flatMapInTurn([0, 1_000], (heldCount) => {
      const given = { heldCount, count: DECISIONS }
      const behind = `${heldCount.toLocaleString('en')} waiting`
      const what = `A decision queued and durable, p95 of ${DECISIONS}, ${behind}`
      const work = () =>
        onBenchPage((page) => page.evaluate((one) => window.bench.measureQueueing(one), given))
      return measureRows(runs, work, [
        [what, 'ms', QUEUED_MS, ({ durableMs }) => p95(durableMs)],
        [`… median, ${behind}`, 'ms', null, ({ durableMs }) => median(durableMs)],
        [`… and in what screens read, p95, ${behind}`, 'ms', null, ({ shownMs }) => p95(shownMs)],
      ])
    })
    const work = () =>
      onBenchPage((page) => page.evaluate((count) => window.bench.measureDisk(count), DECISIONS))
    return [...rows, ...(await measureRows(runs, work, [[DISK, 'ms', null, p95]]))]
  },
}

/** How long it takes to apply queued changes to the listings of a screen. */
export const overlay: Measurement<BenchStage> = {
  name: 'overlay',
  measure({ onBenchPage }, runs) {
    const work = () =>
      onBenchPage((page) => page.evaluate((size) => window.bench.measureOverlay(size), FOLD))
    return measureRows(runs, work, [
      [`${FOLDED}, a page's first time`, 'ms', FRAME_MS, ({ coldMs }) => coldMs],
      [`${FOLDED}, again`, 'ms', FRAME_MS, ({ warmMs }) => median(warmMs)],
    ])
  },
}

/** How soon the command palette finds a record on the device, with a processor like a slow phone's. */
export const palette: Measurement<BenchStage> = {
  name: 'palette',
  measure({ onBenchPage }, runs) {
    const work = () =>
      onBenchPage(async (page) => {
        const debug = await page.context().newCDPSession(page)
        await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
        return page.evaluate((count) => window.bench.measurePalette(count), SEARCHED)
      })
    const listings = SEARCHED.toLocaleString('en')
    return measureRows(runs, work, [
      [`${listings} listings indexed for the palette, CPU ${SLOWER}x slower`, 'ms', null, indexed],
      ['… longest of its tasks', 'ms', GAP_MS, ({ longestTaskMs }) => longestTaskMs],
      [
        '… first results, slowest of seven searches',
        'ms',
        GAP_MS,
        (run) => Math.max(...run.searchMs),
      ],
    ])
  },
}

const SEARCHED = 10_000
const SLOWER = 4 // a mid-range phone's processor, as in the other benches
const indexed = ({ indexMs }: PaletteTimes) => indexMs

/** How long the main thread is blocked while a list is saved on the device and while it is read back. */
export const cacheEntries: Measurement<BenchStage> = {
  name: 'copies',
  measure({ onBenchPage }, runs) {
    const work = () =>
      onBenchPage((page) => page.evaluate((size) => window.bench.measureCacheEntries(size), SAVE))
    const rows = SAVE_STEPS.flatMap(([step, what, reach]): RowOf<CacheEntryTimes>[] => [
      [`${what}: longest gap on the main thread`, 'ms', reach, (run) => run[step].longestGapMs],
      ['… longest task over 50 ms (0 is none)', 'ms', null, (run) => run[step].longestTaskMs],
      ['… until it is written or read', 'ms', null, (run) => run[step].tookMs],
    ])
    return measureRows(runs, work, rows)
  },
}
