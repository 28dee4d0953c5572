import type { Page } from 'playwright-core'
import { type Measurement, measureRows } from '#tools/bench/measurement.ts'
import { openBigMarket } from './device-market.ts'
import { type DeviceStage, openFirstPanel, settle } from './device-stage.ts'
import { measureDriver, measureHeap } from './page-heap.ts'
import { LISTING_ITEM, LISTING_SCROLLER } from './screen-marks.ts'
import { pressFor, pressForRows } from './section-rows.ts'

const LISTINGS = 1_000_000
const MIDDLE = LISTINGS / 2
const PAGES = 20 // more than a list keeps at once
const NEAR_END = 5 // rows: a phone shows the first of the last ones
const MEGA = 1_000_000

/**
 * A server with a million listings, of which a device holds 20,000. `firstMs` is the target of the press on the section at
 * 10,000 listings: with a million, the first rows come within 0.2 s of it.
 */
export function makeMillion({ firstMs }: { firstMs: number }): Measurement<DeviceStage> {
  const what = 'Press on a section to rows visible, 1,000,000 listings: first time'
  return {
    name: 'million',
    measure: (stage, runs) =>
      measureRows(runs, () => measureMillion(stage), [
        [what, 'ms', firstMs + 200, (r) => r.first],
        ['… "Go" to the painted row in the middle', 'ms', null, (r) => r.middle],
        ['… "Last rows" to the painted rows', 'ms', null, (r) => r.last],
        ['… JavaScript heap, scrolled on by 4,000 rows', 'MB', 15, (r) => r.heapBytes / MEGA],
      ]),
  }
}

async function measureMillion(stage: DeviceStage) {
  const market = await stage.getMarket(LISTINGS, openBigMarket)
  return stage.onDevice(async (device) => {
    const driverBytes = await measureDriver(device, market)
    const opened = await openFirstPanel(device, market)
    const { page } = opened
    const first = await pressForRows(stage, page)
    await settle(market)
    const last = await goTo(stage, page, null)
    await settle(market)
    const middle = await goTo(stage, page, MIDDLE)
    for (let pages = 0; pages < PAGES; pages += 1) await scrollOn(page)
    await settle(market)
    const heapBytes = (await measureHeap(opened)) - driverBytes
    await stage.explain('A million listings', page, Number.POSITIVE_INFINITY)
    return { first, middle, last, heapBytes }
  })
}

/** The time from the press to the paint of a row, or of the last rows. */
async function goTo(stage: DeviceStage, page: Page, row: number | null): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: 'Go to row' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go to row' })
  if (row === null) {
    const marks = Array.from({ length: NEAR_END }, (_, place) => markOf(LISTINGS - 3 * place))
    return pressFor(stage, page, dialog.getByRole('button', { name: 'Last rows' }), `:is(${marks})`)
  }
  await dialog.getByLabel('Row').fill(String(row))
  return pressFor(stage, page, dialog.getByRole('button', { name: 'Go', exact: true }), markOf(row))
}

/** A row of the list by its number. The head of the table is a row too. */
const markOf = (row: number) =>
  `${LISTING_SCROLLER} [aria-rowindex="${row + 1}"], ${LISTING_ITEM}[aria-posinset="${row}"]`

/** Scrolls to the end of what the list has, and waits until it has more. */
async function scrollOn(page: Page): Promise<void> {
  const scrollToEnd = (selector: string) => {
    const scroller = document.querySelector(selector)
    scroller?.scrollTo(0, scroller.scrollHeight)
    if (!scroller) window.scrollTo(0, document.body.scrollHeight)
  }
  const before = await readSize(page)
  await page.evaluate(scrollToEnd, LISTING_SCROLLER)
  while ((await readSize(page)) === before)
    await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** The number of the last row that the list has. */
const readSize = (page: Page) =>
  page
    .locator(`${LISTING_SCROLLER} [aria-rowcount], ${LISTING_ITEM}`)
    .first()
    .evaluate((list) => list.ariaRowCount ?? list.ariaSetSize)
