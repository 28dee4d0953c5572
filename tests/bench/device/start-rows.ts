import { repeat } from '#tests/bench/measurement.ts'
import type { DeviceMarket } from './device-market.ts'
import type { DeviceMeasurement } from './device-row.ts'
import { type Device, type DeviceStage, openPanel, putSession, settle } from './device-stage.ts'

/** The panel opened again on a device that knows it, with a network and without; `reach` in seconds. */
export function makeStarts(reach: { again: number; alone: number }): DeviceMeasurement {
  return {
    name: 'starts',
    async measure(stage, runs) {
      const results = await repeat(runs, () => measureStarts(stage))
      return [
        row(
          'Second start',
          reach.again,
          results.map(({ again }) => again.figuresMs),
        ),
        row(
          'Start without network',
          reach.alone,
          results.map(({ alone }) => alone.figuresMs),
        ),
        {
          what: '… layout shift',
          unit: '',
          figures: results.map(({ alone }) => alone.shift),
          reach: 0,
        },
      ]
    },
  }
}

/** `timesMs` run from the navigation until the panel has painted its figures: from then on it answers. */
function row(what: string, reach: number, timesMs: readonly number[]) {
  return {
    what: `${what}: figures of a panel that answers`,
    unit: 's' as const,
    figures: timesMs.map((ms) => ms / 1_000),
    reach,
  }
}

async function measureStarts(stage: DeviceStage) {
  const market = await stage.getMarket()
  return stage.onDevice(async (device) => {
    const { page } = await device.openPage()
    await putSession(page, market)
    await openPanel(page, market)
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
): Promise<{ figuresMs: number; shift: number }> {
  const { page } = await device.openPage()
  await page.goto(`${market.line.url}/dashboard`, { waitUntil: 'commit' })
  const figuresMs = await page.evaluate(() => window.probe.seen.figures)
  await settle(market)
  const shift = await page.evaluate(() => window.probe.shiftSum())
  await stage.explain(what, page, figuresMs)
  return { figuresMs, shift }
}
