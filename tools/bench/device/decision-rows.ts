import type { Page } from 'playwright-core'
import { median } from '#tools/bench/figures.ts'
import type { DeviceMarket } from './device-market.ts'
import { settle } from './device-stage.ts'
import { MARKS, OPEN_LISTING, STATUS_SELECT } from './screen-marks.ts'

const CHOICES = 10
const KILO = 1_000

/**
 * Chooses a status for ten listings in the open list. `kilobytes` is what the first choice transfers, in both directions;
 * `seenMs` is the median time from the key press to the visible change.
 */
export async function measureDecisions(page: Page, market: DeviceMarket) {
  await settle(market)
  await page.evaluate(() => window.probe.events.splice(0))
  const before = market.line.movedBytes()
  const seenMs = [await choose(page)]
  await settle(market)
  const kilobytes = (market.line.movedBytes() - before) / KILO
  while (seenMs.length < CHOICES) {
    seenMs.push(await choose(page))
    await settle(market)
  }
  const events = await page.evaluate(() => window.probe.events)
  // The browser reports only events above a minimum duration, so the list may be empty.
  const slowestEventMs = Math.max(0, ...events.map(({ duration }) => duration))
  return { kilobytes, seenMs: median(seenMs), slowestEventMs }
}

/**
 * Chooses a status for the first undecided listing, and returns the milliseconds until it is painted. Uses the keyboard,
 * because native pickers are outside the page.
 */
async function choose(page: Page): Promise<number> {
  const select = page.locator(`${OPEN_LISTING} ${STATUS_SELECT}`).first()
  const label = await select.getAttribute('aria-label')
  const decided = `${MARKS.listings}:not([data-state="normal"]) select[aria-label=${JSON.stringify(label)}]`
  await select.focus()
  const isLast = (await select.inputValue()) === 'rejected'
  // An arrow only moves to a choice, and Enter makes it.
  await page.keyboard.press(isLast ? 'ArrowUp' : 'ArrowDown')
  await page.evaluate((changed) => {
    window.awaited = window.probe.answered('keydown', changed)
  }, decided)
  await page.keyboard.press('Enter')
  return page.evaluate(() => window.awaited)
}
