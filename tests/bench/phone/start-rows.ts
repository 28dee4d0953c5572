import { repeat } from '#tests/bench/measurement.ts'
import type { PhoneMeasurement } from './phone-row.ts'
import {
  openPanel,
  type Phone,
  type PhoneMarket,
  type PhoneStage,
  putSession,
  settle,
} from './phone-stage.ts'

/** The panel opened again on a phone that knows it, with a network and without. */
export const starts: PhoneMeasurement = {
  name: 'starts',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureStarts(stage))
    return [
      row(
        'Second start',
        0.6,
        results.map(({ again }) => again),
      ),
      row(
        'Start without network',
        0.5,
        results.map(({ alone }) => alone),
      ),
    ]
  },
}

/** `timesMs` run from the navigation until the panel has painted its figures: from then on it answers. */
function row(what: string, reach: number, timesMs: readonly number[]) {
  return {
    what: `${what}: figures of a panel that answers`,
    unit: 's' as const,
    figures: timesMs.map((ms) => ms / 1_000),
    reach,
  }
}

async function measureStarts(stage: PhoneStage) {
  const market = await stage.getMarket()
  return stage.onPhone(async (phone) => {
    const { page } = await phone.openPage()
    await putSession(page, market)
    await openPanel(page, market)
    await phone.restart()
    const again = await measureStart(stage, phone, market, 'Second start')
    await phone.restart()
    await market.line.cut()
    const alone = await measureStart(stage, phone, market, 'Start without network')
    await market.line.heal()
    return { again, alone }
  })
}

async function measureStart(
  stage: PhoneStage,
  phone: Phone,
  market: PhoneMarket,
  what: string,
): Promise<number> {
  const { page } = await phone.openPage()
  await page.goto(`${market.line.url}/dashboard`, { waitUntil: 'commit' })
  const figuresMs = await page.evaluate(() => window.phone.seen.figures)
  await settle(market)
  await stage.explain(what, page, figuresMs)
  return figuresMs
}
