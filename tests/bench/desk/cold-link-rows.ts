import { sectionPath } from '#src/config/paths.ts'
import { openOwnMarket } from '#tests/bench/device/device-market.ts'
import { type DeviceStage, putSession } from '#tests/bench/device/device-stage.ts'
import { type BenchRow, type Measurement, measureRows } from '#tests/bench/measurement.ts'
import { openBareMarket } from './bare-market.ts'

const LISTINGS = 10_000

/** The time until a link to the table of listings shows rows, on a desktop device that has stored only a session. */
export const coldLink: Measurement<DeviceStage> = {
  name: 'cold-link',
  async measure(stage, runs) {
    const rows: BenchRow[] = []
    for (const [backend, open, reach] of [
      ['our server', openOwnMarket, 1.6],
      ['a bare backend', openBareMarket, 2],
    ] as const) {
      const what = `Cold link to 10,000 listings, ${backend}: first rows`
      const work = () => measureLink(stage, open)
      rows.push(...(await measureRows(runs, work, [[what, 's', reach, (ms) => ms / 1_000]])))
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
