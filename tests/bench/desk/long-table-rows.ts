import { measureDecisions } from '#tests/bench/device/decision-rows.ts'
import { openOwnMarket } from '#tests/bench/device/device-market.ts'
import type { DeviceMeasurement, DeviceRow } from '#tests/bench/device/device-row.ts'
import {
  type DevicePage,
  type DeviceStage,
  openPanel,
  putSession,
  settle,
} from '#tests/bench/device/device-stage.ts'
import { LISTING_SCROLLER } from '#tests/bench/device/screen-marks.ts'
import { pressForRows } from '#tests/bench/device/section-rows.ts'
import { p95, toWholeFrames } from '#tests/bench/figures.ts'
import { repeat } from '#tests/bench/measurement.ts'
import { openBareMarket } from './bare-market.ts'
import { SCROLLS, type Scrolling, scrollTable } from './table-scroll.ts'

const LISTINGS = 10_000
const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const BACKENDS = [
  { name: 'our server', open: openOwnMarket },
  { name: 'a bare backend', open: openBareMarket },
]
const MEGA = 1_000_000

/** Every listing in one table: scrolled, decided about, and the memory that it takes. */
export const longTable: DeviceMeasurement = {
  name: 'long-table',
  async measure(stage, runs) {
    const rows: DeviceRow[] = []
    for (const { name, open } of BACKENDS) {
      const results = await repeat(runs, () => measureTable(stage, open))
      for (const [place, what] of listScrolls().entries()) {
        const scrolled = results.flatMap(({ scrolls }) => scrolls[place] ?? [])
        rows.push(...writeScroll(`10,000 rows, ${name}, ${what}`, scrolled))
      }
      rows.push(
        {
          what: `10,000 rows, ${name}: a status choice to the visible change, median of 10`,
          unit: 'ms',
          figures: results.map(({ seenMs }) => seenMs),
          reach: 40,
        },
        {
          what: '… JavaScript heap',
          unit: 'MB',
          figures: results.map(({ heapBytes }) => heapBytes / MEGA),
          reach: 10,
        },
      )
    }
    return rows
  },
}

/** In the order in which they are measured. */
function listScrolls(): string[] {
  return WINDOWS.flatMap(({ width, height }) =>
    SCROLLS.map(({ name }) => `${width} x ${height}, ${name}`),
  )
}

function writeScroll(what: string, scrolled: readonly Scrolling[]): DeviceRow[] {
  return [
    {
      what: `${what}: frame time p95`,
      unit: 'ms',
      figures: scrolled.map(({ frames }) => toWholeFrames(p95(frames))),
      reach: toWholeFrames(17),
    },
    {
      what: '… frames with a place without a row',
      unit: '',
      figures: scrolled.map(({ blankCount }) => blankCount),
      reach: 0,
    },
  ]
}

async function measureTable(stage: DeviceStage, open: typeof openOwnMarket) {
  const market = await stage.getMarket(LISTINGS, open)
  return stage.onDevice(async (desk) => {
    const opened = await desk.openPage()
    const { page } = opened
    await putSession(page, market)
    await openPanel(page, market)
    await pressForRows(stage, page)
    await settle(market)
    await page.locator(`${LISTING_SCROLLER} [aria-rowcount="${LISTINGS + 1}"]`).waitFor()
    const heapBytes = await measureHeap(opened)
    const { seenMs } = await measureDecisions(page, market)
    const scrolls: Scrolling[] = []
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      for (const { scroll } of SCROLLS) scrolls.push(await scrollTable(opened, scroll))
      await stage.explain(`Scrolling at ${size.width} px`, page, 0)
    }
    return { heapBytes, seenMs, scrolls }
  })
}

/** What is held after a collection of garbage: before it, the figure says when the last one was. */
async function measureHeap({ debug }: DevicePage): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  return usedSize
}
