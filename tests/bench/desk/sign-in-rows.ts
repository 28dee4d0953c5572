import type { DeviceMeasurement } from '#tests/bench/device/device-row.ts'
import { type DeviceStage, settle } from '#tests/bench/device/device-stage.ts'
import { MARKS } from '#tests/bench/device/screen-marks.ts'
import { repeat } from '#tests/bench/measurement.ts'

/** From the press of Enter behind the password to the figures of the dashboard. */
export const signIn: DeviceMeasurement = {
  name: 'sign-in',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureSignIn(stage))
    return [
      {
        what: 'Sign-in submitted to the figures of the dashboard',
        unit: 's',
        figures: results.map((ms) => ms / 1_000),
        reach: 0.6,
      },
    ]
  },
}

async function measureSignIn(stage: DeviceStage): Promise<number> {
  const market = await stage.getMarket()
  return stage.onDevice(async (desk) => {
    const { page } = await desk.openPage()
    await page.goto(`${market.line.url}/login`)
    await page.getByLabel('Email').fill(market.operator.email)
    await page.getByLabel('Password', { exact: true }).fill(market.operator.password)
    // Whoever types a password takes longer than what the page fetches ahead.
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
