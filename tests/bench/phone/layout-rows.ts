import type { Page } from 'playwright-core'
import { OPEN_PATHS, paths, SECTIONS, sectionPath } from '#src/config/paths.ts'
import type { DeviceMarket } from '#tests/bench/device/device-market.ts'
import { type DeviceStage, putSession, settle } from '#tests/bench/device/device-stage.ts'
import type { LayoutShiftNote } from '#tests/bench/device/page-probe.ts'
import { type Measurement, repeat } from '#tests/bench/measurement.ts'

interface ScreenShift {
  path: string
  sum: number
  shifts: LayoutShiftNote[]
}

/** The largest layout shift of all screens, each opened by its URL with an empty cache. */
export const layoutShift: Measurement<DeviceStage> = {
  name: 'layout-shift',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureScreens(stage))
    const moved = new Set(
      results
        .flat()
        .filter(({ sum }) => sum > 0)
        .map(({ path }) => path),
    )
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

async function measureScreens(stage: DeviceStage): Promise<ScreenShift[]> {
  const market = await stage.getMarket()
  const nobody = await measurePages(stage, market, OPEN_PATHS, async () => undefined)
  const operator = await measurePages(stage, market, SECTIONS.map(sectionPath), (page) =>
    putSession(page, market),
  )
  const { endUser: demoUser } = market
  if (!demoUser) throw new Error('the market has no end user')
  const endUser = await measurePages(stage, market, [paths.events, paths.verify], (page) =>
    putSession(page, market, demoUser),
  )
  return [...nobody, ...operator, ...endUser]
}

/** Opens each page as on a first visit, with an empty cache and without a service worker. */
function measurePages(
  stage: DeviceStage,
  market: DeviceMarket,
  addresses: readonly string[],
  prepare: (page: Page) => Promise<void>,
): Promise<ScreenShift[]> {
  return stage.onDevice(async (phone) => {
    const screens: ScreenShift[] = []
    for (const path of addresses) {
      const { page, debug } = await phone.openPage()
      await debug.send('Network.setCacheDisabled', { cacheDisabled: true })
      await debug.send('Network.setBypassServiceWorker', { bypass: true })
      await prepare(page)
      await page.goto(`${market.line.url}${path}`)
      await settle(market)
      const sum = await page.evaluate(() => window.probe.shiftSum())
      const shifts = await page.evaluate(() => window.probe.shifts)
      if (sum > 0) await stage.explain(`${path} ${JSON.stringify(shifts)}`, page, 0)
      screens.push({ path, sum, shifts })
      await page.close()
    }
    return screens
  })
}
