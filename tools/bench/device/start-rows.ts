import { type Measurement, measureRows } from '#tools/bench/measurement.ts'
import type { DeviceMarket } from './device-market.ts'
import { type Device, type DeviceStage, openFirstPanel, settle } from './device-stage.ts'

/** The label of a time from the navigation until the panel has painted its figures and responds to input. */
const FIGURES = 'figures of a panel that answers'
const SECOND_MS = 1_000

/**
 * Measures the start of the panel on a device that has opened it before. The targets are in seconds: `again` with a
 * network, `alone` without.
 */
export function makeStarts(reach: { again: number; alone: number }): Measurement<DeviceStage> {
  return {
    name: 'starts',
    measure: (stage, runs) =>
      measureRows(runs, () => measureStarts(stage), [
        [`Second start: ${FIGURES}`, 's', reach.again, (r) => r.again.figuresMs / SECOND_MS],
        [
          `Start without network: ${FIGURES}`,
          's',
          reach.alone,
          (r) => r.alone.figuresMs / SECOND_MS,
        ],
        ['… layout shift', '', 0, (r) => r.alone.shift],
      ]),
  }
}

async function measureStarts(stage: DeviceStage) {
  const market = await stage.getMarket()
  return stage.onDevice(async (device) => {
    await openFirstPanel(device, market)
    await device.restart()
    const again = await measureStart(stage, device, market, 'Second start')
    await device.restart()
    await market.line.cut()
    const alone = await measureStart(stage, device, market, 'Start without network')
    await market.line.heal()
    return { again, alone }
  })
}

async function measureStart(
  stage: DeviceStage,
  device: Device,
  market: DeviceMarket,
  what: string,
) {
  const { page } = await device.openPage()
  await page.goto(`${market.line.url}/dashboard`, { waitUntil: 'commit' })
  const figuresMs = await page.evaluate(() => window.probe.seen.figures)
  await settle(market)
  const shift = await page.evaluate(() => window.probe.shiftSum())
  await stage.explain(what, page, figuresMs)
  return { figuresMs, shift }
}
