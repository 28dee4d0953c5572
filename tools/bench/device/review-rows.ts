import type { Page } from 'playwright-core'
import { p95 } from '#tools/bench/figures.ts'
import { type Measurement, measureRows } from '#tools/bench/measurement.ts'
import { type DeviceStage, openFirstPanel, settle } from './device-stage.ts'
import { READY_REVIEW, REVIEW_CARD } from './screen-marks.ts'

const LISTINGS = 10_000
const DECISIONS = 40

/** Reviewing by keys, one listing after the other, among 10,000 listings. */
export const review: Measurement<DeviceStage> = {
  name: 'review',
  measure: (stage, runs) =>
    measureRows(runs, () => measureRun(stage), [
      [
        `10,000 listings: a key that decides to the next listing painted, p95 of ${DECISIONS}`,
        'ms',
        50,
        (times) => p95(times),
      ],
    ]),
}

async function measureRun(stage: DeviceStage): Promise<number[]> {
  const market = await stage.getMarket(LISTINGS)
  return stage.onDevice(async (device) => {
    const { page } = await openFirstPanel(device, market)
    await page.goto(`${market.line.url}/dashboard?section=property&review=next`)
    await page.locator(READY_REVIEW).waitFor()
    await settle(market)
    const times: number[] = []
    while (times.length < DECISIONS) times.push(await decide(page))
    await stage.explain('Decisions in review', page, 0)
    return times
  })
}

/** Approves the listing in view, and returns the milliseconds until the next one is painted. */
async function decide(page: Page): Promise<number> {
  const card = page.locator(READY_REVIEW).locator(REVIEW_CARD)
  const id = await card.getAttribute('data-listing')
  await page.evaluate((next) => {
    window.awaited = window.probe.answered('keydown', next)
  }, `${REVIEW_CARD}:not([data-listing="${id}"])`)
  await page.keyboard.press('a')
  return page.evaluate(() => window.awaited)
}
