import type { DeviceMeasurement } from '#tests/bench/device/device-row.ts'
import { type DeviceStage, putSession, settle } from '#tests/bench/device/device-stage.ts'
import { repeat } from '#tests/bench/measurement.ts'

const KILO = 1_000

/** The sign-in page of a phone that has never seen it. */
export const signInPage: DeviceMeasurement = {
  name: 'sign-in',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureSignIn(stage))
    const of = (pick: (result: (typeof results)[number]) => number) => results.map(pick)
    return [
      {
        what: 'Sign-in page: JavaScript (brotli)',
        unit: 'kB',
        figures: of(({ bytes }) => bytes / KILO),
        reach: 95,
      },
      {
        what: '… first contentful paint',
        unit: 's',
        figures: of(({ firstPaintMs }) => firstPaintMs / KILO),
        reach: 1.3,
      },
      { what: '… its form', unit: 's', figures: of(({ formMs }) => formMs / KILO), reach: null },
    ]
  },
}

async function measureSignIn(stage: DeviceStage) {
  const market = await stage.getMarket()
  return stage.onDevice(async (phone) => {
    const { page } = await phone.openPage()
    await page.goto(`${market.line.url}/login`, { waitUntil: 'commit' })
    const formMs = await page.evaluate(() => window.probe.seen.signInForm)
    const bytes = await page.evaluate((until) => window.probe.scriptBytes(until), formMs)
    await settle(market)
    const firstPaintMs = await page.evaluate(() => window.probe.firstPaintMs())
    if (firstPaintMs === null) throw new Error('the browser told of no paint')
    return { formMs, bytes, firstPaintMs }
  })
}

/** The panel of an operator who is signed in, on a phone that has nothing else of it. */
export const dashboard: DeviceMeasurement = {
  name: 'dashboard',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureDashboard(stage))
    const of = (pick: (result: (typeof results)[number]) => number) => results.map(pick)
    return [
      {
        what: 'Dashboard, cold: JavaScript before the figures',
        unit: 'kB',
        figures: of(({ bytes }) => bytes / KILO),
        reach: 150,
      },
      {
        what: '… figures with data',
        unit: 's',
        figures: of(({ figuresMs }) => figuresMs / KILO),
        reach: 2,
      },
      {
        what: '… blocking time since navigation',
        unit: 'ms',
        figures: of(({ blockingMs }) => blockingMs),
        reach: 300,
      },
    ]
  },
}

async function measureDashboard(stage: DeviceStage) {
  const market = await stage.getMarket()
  return stage.onDevice(async (phone) => {
    const { page } = await phone.openPage()
    await putSession(page, market)
    await page.goto(`${market.line.url}/dashboard`, { waitUntil: 'commit' })
    const figuresMs = await page.evaluate(() => window.probe.seen.figures)
    const bytes = await page.evaluate((until) => window.probe.scriptBytes(until), figuresMs)
    await settle(market)
    const blockingMs = await page.evaluate(() => window.probe.blockingMs())
    await stage.explain('Dashboard, cold', page, figuresMs)
    return { figuresMs, bytes, blockingMs }
  })
}
