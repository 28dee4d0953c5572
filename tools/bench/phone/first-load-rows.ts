import { type DeviceStage, putSession, settle } from '#tools/bench/device/device-stage.ts'
import { type Measurement, measureRows } from '#tools/bench/measurement.ts'

const KILO = 1_000

/** The sign-in page on a phone that opens it for the first time. */
export const signInPage: Measurement<DeviceStage> = {
  name: 'sign-in',
  measure: (stage, runs) =>
    measureRows(runs, () => measureSignIn(stage), [
      ['Sign-in page: JavaScript (brotli)', 'kB', 95, ({ bytes }) => bytes / KILO],
      ['… first contentful paint', 's', 1.3, ({ firstPaintMs }) => firstPaintMs / KILO],
      ['… its form', 's', null, ({ formMs }) => formMs / KILO],
    ]),
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

/** The panel of a signed-in operator, on a phone with an empty cache. */
export const dashboard: Measurement<DeviceStage> = {
  name: 'dashboard',
  measure: (stage, runs) =>
    measureRows(runs, () => measureDashboard(stage), [
      ['Dashboard, cold: JavaScript before the figures', 'kB', 150, ({ bytes }) => bytes / KILO],
      ['… figures with data', 's', 2, ({ figuresMs }) => figuresMs / KILO],
      ['… blocking time since navigation', 'ms', 300, ({ blockingMs }) => blockingMs],
    ]),
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
