import { measureDecisions } from '#tools/bench/device/decision-rows.ts'
import {
  type DeviceStage,
  type OpenMarket,
  openFirstPanel,
  settle,
} from '#tools/bench/device/device-stage.ts'
import { measureDriver, measureHeap } from '#tools/bench/device/page-heap.ts'
import { LISTING_SCROLLER } from '#tools/bench/device/screen-marks.ts'
import { pressForRows } from '#tools/bench/device/section-rows.ts'
import { p95, toWholeFrames } from '#tools/bench/figures.ts'
import {
  flatMapInTurn,
  type Measurement,
  measureRows,
  type RowOf,
} from '#tools/bench/measurement.ts'
import { BACKENDS } from './bare-market.ts'
import { SCROLLS, type Scrolling, scrollTable } from './table-scroll.ts'

const LISTINGS = 10_000
const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const MEGA = 1_000_000

/** Measures the table of 10,000 listings: scrolling, a change of status, and memory. */
export const longTable: Measurement<DeviceStage> = {
  name: 'long-table',
  measure: (stage, runs) =>
    flatMapInTurn(BACKENDS, ({ name, open }) => {
      const what = `10,000 rows, ${name}`
      return measureRows(runs, () => measureTable(stage, open), [
        ...listScrollRows(what),
        [`${what}: a status choice to the visible change, median of 10`, 'ms', 40, (r) => r.seenMs],
        ['… JavaScript heap', 'MB', 10, (r) => r.heapBytes / MEGA],
      ])
    }),
}

type Table = Awaited<ReturnType<typeof measureTable>>

/** The report's rows for each window size and kind of scrolling, in the order in which `measureTable` scrolls. */
function listScrollRows(what: string): RowOf<Table>[] {
  const kinds = WINDOWS.flatMap(({ width, height }) =>
    SCROLLS.map(({ name }) => `${what}, ${width} x ${height}, ${name}`),
  )
  return kinds.flatMap((kind, place): RowOf<Table>[] => {
    const frameTime = ({ scrolls }: Table) => toWholeFrames(p95(scrolls[place]?.frames ?? []))
    const blankCount = ({ scrolls }: Table) => scrolls[place]?.blankCount ?? Number.NaN
    return [
      [`${kind}: frame time p95`, 'ms', toWholeFrames(17), frameTime],
      ['… frames with a place without a row', '', 0, blankCount],
    ]
  })
}

async function measureTable(stage: DeviceStage, open: OpenMarket) {
  const market = await stage.getMarket(LISTINGS, open)
  return stage.onDevice(async (desk) => {
    const driverBytes = await measureDriver(desk, market)
    const opened = await openFirstPanel(desk, market)
    const { page } = opened
    await pressForRows(stage, page)
    await settle(market)
    await page.locator(`${LISTING_SCROLLER} [aria-rowcount="${LISTINGS + 1}"]`).waitFor()
    const heapBytes = (await measureHeap(opened)) - driverBytes
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
