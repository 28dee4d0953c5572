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
      ...rowsOf(
        'Second start',
        0.6,
        results.map(({ again }) => again),
      ),
      ...rowsOf(
        'Start without network',
        0.5,
        results.map(({ alone }) => alone),
      ),
    ]
  },
}

interface Start {
  /** Milliseconds from the navigation until the figures were painted, by the app or in the picture of the last visit. */
  figuresMs: number
  /** … until the app itself had painted them: from then on the panel answers. */
  panelMs: number
}

function rowsOf(what: string, reach: number, starts: readonly Start[]) {
  const inSeconds = (pick: (start: Start) => number) => starts.map((start) => pick(start) / 1_000)
  return [
    {
      what: `${what}: figures with data`,
      unit: 's' as const,
      figures: inSeconds(({ figuresMs }) => figuresMs),
      reach,
    },
    {
      what: '… and the panel answers',
      unit: 's' as const,
      figures: inSeconds(({ panelMs }) => panelMs),
      reach: null,
    },
  ]
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
): Promise<Start> {
  const { page } = await phone.openPage()
  await page.goto(`${market.line.url}/dashboard`, { waitUntil: 'commit' })
  const figuresMs = await page.evaluate(() => window.phone.seen.figures)
  const panelMs = await page.evaluate(() => window.phone.seen.panel)
  await settle(market)
  await stage.explain(what, page, figuresMs)
  return { figuresMs, panelMs }
}
