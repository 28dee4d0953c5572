import { openOwnMarket } from '#tests/bench/device/device-market.ts'
import { type DeviceStage, settle } from '#tests/bench/device/device-stage.ts'
import { MARKS } from '#tests/bench/device/screen-marks.ts'
import { type BenchRow, type Measurement, measureRows } from '#tests/bench/measurement.ts'
import { openBareMarket } from './bare-market.ts'

const BACKENDS = [
  { name: 'our server', open: openOwnMarket },
  { name: 'a bare backend', open: openBareMarket },
]

/** The time from the press of Enter in the password field to the paint of the dashboard's figures. */
export const signIn: Measurement<DeviceStage> = {
  name: 'sign-in',
  async measure(stage, runs) {
    const rows: BenchRow[] = []
    for (const { name, open } of BACKENDS) {
      const what = `Sign-in submitted to the figures of the dashboard, ${name}`
      const found = await measureRows(runs, () => measureSignIn(stage, open), [
        [what, 's', 0.6, (ms) => ms / 1_000],
      ])
      rows.push(...found)
    }
    return rows
  },
}

async function measureSignIn(stage: DeviceStage, open: typeof openOwnMarket): Promise<number> {
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
    const { tookMs } = await page.evaluate(() => window.awaited)
    await stage.explain('Sign-in', page, Number.POSITIVE_INFINITY)
    return tookMs
  })
}
