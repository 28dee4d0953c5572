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
      {
        what: 'Second start: figures with data',
        unit: 's',
        figures: results.map(({ againMs }) => againMs / 1_000),
        reach: 0.6,
      },
      {
        what: 'Start without network: figures with data',
        unit: 's',
        figures: results.map(({ aloneMs }) => aloneMs / 1_000),
        reach: 0.5,
      },
    ]
  },
}

async function measureStarts(stage: PhoneStage) {
  const market = await stage.getMarket()
  return stage.onPhone(async (phone) => {
    const { page } = await phone.openPage()
    await putSession(page, market)
    await openPanel(page, market)
    await phone.restart()
    const againMs = await measureStart(stage, phone, market, 'Second start')
    await phone.restart()
    await market.line.cut()
    const aloneMs = await measureStart(stage, phone, market, 'Start without network')
    await market.line.heal()
    return { againMs, aloneMs }
  })
}

async function measureStart(stage: PhoneStage, phone: Phone, market: PhoneMarket, what: string) {
  const { page } = await phone.openPage()
  await page.goto(`${market.line.url}/dashboard`, { waitUntil: 'commit' })
  const figuresMs = await page.evaluate(() => window.phone.seen.figures)
  await settle(market)
  await stage.explain(what, page, figuresMs)
  return figuresMs
}
