import type { Page } from 'playwright-core'
import { MAX_BATCH } from '#src/domain/listing/change-batch.ts'
import { p95, toWholeFrames } from '#tools/bench/figures.ts'
import { type Measurement, measureRows } from '#tools/bench/measurement.ts'
import { openOwnMarket } from './device-market.ts'
import { type DevicePage, type DeviceStage, openFirstPanel, settle } from './device-stage.ts'
import { LISTING_ITEM, LISTING_SCROLLER } from './screen-marks.ts'
import { pressFor, pressForRows } from './section-rows.ts'

const LISTINGS = MAX_BATCH
const QUERY = 'pune' // in the demo data, a sixth of the listings
const SENT_MS = 60_000
const KILO = 1_000
const WHOLE = `:is(${LISTING_SCROLLER} [aria-rowcount="${LISTINGS + 1}"], ${LISTING_ITEM}[aria-setsize="${LISTINGS}"])`
const FILTERED = `:is(${LISTING_SCROLLER} [aria-rowcount]:not([aria-rowcount="${LISTINGS + 1}"]) [data-row], ${LISTING_ITEM}:not([aria-setsize="${LISTINGS}"]))`
/** The button that chooses the rest is gone. */
const ALL_CHOSEN = '.selection-count:not(:has(p + button))'
const NOTHING_CHOSEN = 'html:not(:has(.selection-bar)):not(:has([role="alertdialog"]))'

/** Finding and choosing in a list of 10,000 listings, and deciding about all of them at once. */
export const manyRows: Measurement<DeviceStage> = {
  name: 'many-rows',
  measure: (stage, runs) =>
    measureRows(runs, (run) => measureMany(stage, run), [
      [
        '10,000 listings: a key in the palette to the painted results, p95',
        'ms',
        50,
        (r) => r.keyMs,
      ],
      ['… "Select all 10,000 that match" to the painted choice', 'ms', 100, (r) => r.chosenMs],
      ['… a batch of 10,000: confirmed to stored on the device', 'ms', 1_500, (r) => r.storedMs],
      ['… longest frame meanwhile', 'ms', toWholeFrames(50), (r) => r.longestFrameMs],
      ['… sent and confirmed by the server', 's', SENT_MS / KILO, (r) => r.sentMs / KILO],
      ['… a filter to the painted rows', 'ms', 100, (r) => r.filteredMs],
    ]),
}

/** A server of its own, because batches change all listings. */
const openBatchMarket: typeof openOwnMarket = (...given) => openOwnMarket(...given)

async function measureMany(stage: DeviceStage, run: number) {
  const market = await stage.getMarket(LISTINGS, openBatchMarket)
  return stage.onDevice(async (device) => {
    const opened = await openFirstPanel(device, market)
    const { page } = opened
    await pressForRows(stage, page)
    await settle(market)
    await page.locator(WHOLE).first().waitFor()
    const keyMs = await typeIntoPalette(stage, page)
    const filteredMs = await filterByTab(stage, page)
    await stage.kind.chooseFirst(page)
    const all = page.getByRole('button', { name: /^Select all [\d,]+ that match$/ })
    const chosenMs = await pressFor(stage, page, all, ALL_CHOSEN)
    const batch = await decideAboutAll(stage, opened, run)
    await stage.explain('A choice and a batch of 10,000', page, 0)
    return { keyMs, chosenMs, ...batch, filteredMs }
  })
}

/** Types a word, once the index is complete. Returns the time of a key to its results. */
async function typeIntoPalette(stage: DeviceStage, page: Page): Promise<number> {
  await pressFor(stage, page, page.getByRole('button', { name: 'Search everything' }), '.palette')
  const field = page.getByRole('combobox', { name: 'Search everything' })
  await field.fill(QUERY)
  await page.getByRole('group', { name: 'Properties' }).waitFor()
  await field.fill('')
  const times: number[] = []
  for (const [place, letter] of [...QUERY].entries()) {
    const shown = `.palette:has(input[value="${QUERY.slice(0, place + 1)}"]) [role="option"]`
    await page.evaluate((mark) => {
      window.awaited = window.probe.answered('keydown', mark)
    }, shown)
    await page.keyboard.press(letter)
    times.push(await page.evaluate(() => window.awaited))
  }
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  return p95(times)
}

/** Presses a tab. Then all listings are there again. */
async function filterByTab(stage: DeviceStage, page: Page): Promise<number> {
  const filters = await stage.kind.showFilters(page)
  const tab = filters.getByRole('button', { name: /^On Sell/ })
  const filteredMs = await pressFor(stage, page, tab, FILTERED)
  await filters.getByRole('button', { name: /^All/ }).click()
  await page.locator(WHOLE).first().waitFor()
  await page.keyboard.press('Escape') // closes the sheet of a phone
  return filteredMs
}

/** Each run undoes what the one before has made, so that every listing changes. */
async function decideAboutAll(stage: DeviceStage, { page }: DevicePage, run: number) {
  const command = run % 2 === 0 ? 'Approve' : 'Set back to pending'
  await page.locator('.selection-bar').getByRole('button', { name: command }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: `${command} 10,000` })
  await confirm.waitFor()
  await page.evaluate(() => {
    window.watchedFrames = window.probe.watchFrames()
  })
  const storedMs = await pressFor(stage, page, confirm, NOTHING_CHOSEN)
  const frames = await page.evaluate(() => window.watchedFrames.stop())
  const storedAt = performance.now()
  const end = page.getByText(/^10,000 properties (approved|set back to pending)\.$/).first()
  // A batch that is not sent by then counts with the time of the wait, so that a miss is a figure.
  await end.waitFor({ timeout: 3 * SENT_MS }).catch((error: unknown) => console.error(error))
  return {
    storedMs,
    longestFrameMs: toWholeFrames(Math.max(...frames)),
    sentMs: performance.now() - storedAt,
  }
}
