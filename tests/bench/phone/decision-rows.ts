import type { Page } from 'playwright-core'
import { median } from '#tests/bench/figures.ts'
import { repeat } from '#tests/bench/measurement.ts'
import type { PhoneMeasurement } from './phone-row.ts'
import { openPanel, type PhoneStage, putSession, settle } from './phone-stage.ts'
import { MARKS, OPEN_CARD, STATUS_SELECT } from './screen-marks.ts'
import { tapForRows } from './section-rows.ts'

const LISTINGS = 1_000
const CHOICES = 10
const KILO = 1_000

/** A status chosen in the list: what it moves, and how soon it is seen. */
export const decisions: PhoneMeasurement = {
  name: 'decisions',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureDecisions(stage))
    return [
      {
        what: 'What one status change moves over the wire, both ways with its headers',
        unit: 'kB',
        figures: results.map(({ bytes }) => bytes / KILO),
        reach: 2,
      },
      {
        what: 'A status choice to the visible change, median of 10',
        unit: 'ms',
        figures: results.map(({ seenMs }) => median(seenMs)),
        reach: 60,
      },
      {
        what: '… slowest event',
        unit: 'ms',
        figures: results.map(({ slowestMs }) => slowestMs),
        reach: 50,
      },
    ]
  },
}

async function measureDecisions(stage: PhoneStage) {
  const market = await stage.getMarket(LISTINGS)
  return stage.onPhone(async (phone) => {
    const { page } = await phone.openPage()
    await putSession(page, market)
    await openPanel(page, market)
    await tapForRows(page)
    await settle(market)
    await page.evaluate(() => window.phone.events.splice(0))
    const before = market.line.movedBytes()
    const seenMs = [await choose(page)]
    await settle(market)
    const bytes = market.line.movedBytes() - before
    while (seenMs.length < CHOICES) {
      seenMs.push(await choose(page))
      await settle(market)
    }
    const events = await page.evaluate(() => window.phone.events)
    // What is not told was quicker than the shortest that is.
    const slowestMs = Math.max(0, ...events.map(({ tookMs }) => tookMs))
    await stage.explain(`Decisions: ${JSON.stringify(events)}`, page, 0)
    return { bytes, seenMs, slowestMs }
  })
}

/** Chooses another status of the first card that is undecided, by the keyboard: a picker is the platform's own. */
async function choose(page: Page): Promise<number> {
  const select = page.locator(`${OPEN_CARD} ${STATUS_SELECT}`).first()
  const label = await select.getAttribute('aria-label')
  const decided = `${MARKS.listings}:not([data-state="normal"]) select[aria-label=${JSON.stringify(label)}]`
  await select.focus()
  await page.evaluate((changed) => {
    window.awaited = window.phone.answered('keydown', changed)
  }, decided)
  const isLast = (await select.inputValue()) === 'rejected'
  await page.keyboard.press(isLast ? 'ArrowUp' : 'ArrowDown')
  return (await page.evaluate(() => window.awaited)).tookMs
}
