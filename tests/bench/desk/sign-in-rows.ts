import { type DeviceStage, settle } from '#tests/bench/device/device-stage.ts'
import { MARKS } from '#tests/bench/device/screen-marks.ts'
import { type Measurement, measureRows } from '#tests/bench/measurement.ts'

/** From the press of Enter behind the password to the figures of the dashboard. */
export const signIn: Measurement<DeviceStage> = {
  name: 'sign-in',
  measure: (stage, runs) =>
    measureRows(runs, () => measureSignIn(stage), [
      ['Sign-in submitted to the figures of the dashboard', 's', 0.6, (ms) => ms / 1_000],
    ]),
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
