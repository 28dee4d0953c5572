import { sectionPath } from '#src/config/paths.ts'
import { openOwnMarket } from '#tests/bench/device/device-market.ts'
import type { DeviceMeasurement } from '#tests/bench/device/device-row.ts'
import { type DeviceStage, putSession } from '#tests/bench/device/device-stage.ts'
import { repeat } from '#tests/bench/measurement.ts'
import { openBareMarket } from './bare-market.ts'

const LISTINGS = 10_000

/** A link to the table, opened on a desk that has nothing of the app but the session. */
export const coldLink: DeviceMeasurement = {
  name: 'cold-link',
  async measure(stage, runs) {
    const rows = []
    for (const [backend, open, reach] of [
      ['our server', openOwnMarket, 1.6],
      ['a bare backend', openBareMarket, 2],
    ] as const) {
      const results = await repeat(runs, () => measureLink(stage, open))
      rows.push({
        what: `Cold link to 10,000 listings, ${backend}: first rows`,
        unit: 's' as const,
        figures: results.map((ms) => ms / 1_000),
        reach,
      })
    }
    return rows
  },
}

async function measureLink(stage: DeviceStage, open: typeof openOwnMarket): Promise<number> {
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
