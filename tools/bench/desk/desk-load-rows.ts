import { sectionPath } from '#src/config/paths.ts'
import {
  type DeviceStage,
  type OpenMarket,
  putSession,
  settle,
} from '#tools/bench/device/device-stage.ts'
import { MARKS } from '#tools/bench/device/screen-marks.ts'
import { flatMapInTurn, type Measurement, measureRows } from '#tools/bench/measurement.ts'
import { BACKENDS } from './bare-market.ts'

const LISTINGS = 10_000
const LINK_TARGETS_S: Record<string, number> = { 'our server': 1.6, 'a bare backend': 2 }
const SECOND_MS = 1_000

/** The time from the press of Enter in the password field to the paint of the dashboard's figures. */
export const signIn: Measurement<DeviceStage> = {
  name: 'sign-in',
  measure: (stage, runs) =>
    flatMapInTurn(BACKENDS, ({ name, open }) => {
      const what = `Sign-in submitted to the figures of the dashboard, ${name}`
      const work = () => measureSignIn(stage, open)
      return measureRows(runs, work, [[what, 's', 0.6, (ms) => ms / SECOND_MS]])
    }),
}

async function measureSignIn(stage: DeviceStage, open: OpenMarket): Promise<number> {
  const market = await stage.getMarket(undefined, open)
  return stage.onDevice(async (desk) => {
    const { page } = await desk.openPage()
    await page.goto(`${market.line.url}/login`)
    await page.getByLabel('Email').fill(market.operator.email)
    await page.getByLabel('Password', { exact: true }).fill(market.operator.password)
    // Waits for the page's preloads, which end before a person has typed a password.
    await settle(market)
    await page.evaluate((figures) => {
      window.awaited = window.probe.answered('keydown', figures)
    }, MARKS.figures)
    await page.keyboard.press('Enter')
    const tookMs = await page.evaluate(() => window.awaited)
    await stage.explain('Sign-in', page, Number.POSITIVE_INFINITY)
    return tookMs
  })
}

/** The time until a link to the table of listings shows rows, on a desktop device that has stored only a session. */
export const coldLink: Measurement<DeviceStage> = {
  name: 'cold-link',
  measure: (stage, runs) =>
    flatMapInTurn(BACKENDS, ({ name, open }) => {
      const what = `Cold link to 10,000 listings, ${name}: first rows`
      const reach = LINK_TARGETS_S[name] ?? null
      const work = () => measureLink(stage, open)
      return measureRows(runs, work, [[what, 's', reach, (ms) => ms / SECOND_MS]])
    }),
}

async function measureLink(stage: DeviceStage, open: OpenMarket): Promise<number> {
  const market = await stage.getMarket(LISTINGS, open)
  return stage.onDevice(async (desk) => {
    const { page } = await desk.openPage()
    await putSession(page, market)
    await page.goto(`${market.line.url}${sectionPath('property')}`, { waitUntil: 'commit' })
    const rowsMs = await page.evaluate(() => window.probe.seen.listings)
    await stage.explain('Cold link', page, rowsMs)
    return rowsMs
  })
}
