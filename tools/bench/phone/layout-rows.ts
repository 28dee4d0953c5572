import { OPEN_PATHS, paths, SECTIONS, sectionPath } from '#src/config/paths.ts'
import type { Credentials } from '#src/domain/account/account.ts'
import type { DeviceMarket } from '#tools/bench/device/device-market.ts'
import { type DeviceStage, putSession, settle } from '#tools/bench/device/device-stage.ts'
import { flatMapInTurn, type Measurement, repeat } from '#tools/bench/measurement.ts'

/** The largest layout shift of all screens, each opened by its URL with an empty cache. */
export const layoutShift: Measurement<DeviceStage> = {
  name: 'layout-shift',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureScreens(stage))
    const moved = new Set(results.flat().flatMap(({ sum, path }) => (sum > 0 ? [path] : [])))
    return [
      {
        what: 'Layout shift, any screen: the worst',
        unit: '',
        figures: results.map((screens) => Math.max(...screens.map(({ sum }) => sum))),
        reach: 0,
        ...(moved.size > 0 && { note: [...moved].join(', ') }),
      },
    ]
  },
}

async function measureScreens(stage: DeviceStage) {
  const market = await stage.getMarket()
  const { operator, endUser } = market
  if (!endUser) throw new Error('the market has no end user')
  return [
    ...(await measurePages(stage, market, OPEN_PATHS)),
    ...(await measurePages(stage, market, SECTIONS.map(sectionPath), operator)),
    ...(await measurePages(stage, market, [paths.events, paths.verify], endUser)),
  ]
}

/** Opens each page as on a first visit, with an empty cache and without a service worker. */
function measurePages(
  stage: DeviceStage,
  market: DeviceMarket,
  addresses: readonly string[],
  who?: Credentials,
) {
  return stage.onDevice((phone) =>
    flatMapInTurn(addresses, async (path) => {
      const { page, debug } = await phone.openPage()
      await debug.send('Network.setCacheDisabled', { cacheDisabled: true })
      await debug.send('Network.setBypassServiceWorker', { bypass: true })
      if (who) await putSession(page, market, who)
      await page.goto(`${market.line.url}${path}`)
      await settle(market)
      const sum = await page.evaluate(() => window.probe.shiftSum())
      const shifts = await page.evaluate(() => window.probe.shifts)
      if (sum > 0) await stage.explain(`${path} ${JSON.stringify(shifts)}`, page, 0)
      await page.close()
      return [{ path, sum }]
    }),
  )
}
