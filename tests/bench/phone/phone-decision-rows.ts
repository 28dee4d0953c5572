import { measureDecisions } from '#tests/bench/device/decision-rows.ts'
import type { DeviceMeasurement } from '#tests/bench/device/device-row.ts'
import { type DeviceStage, openPanel, putSession } from '#tests/bench/device/device-stage.ts'
import { pressForRows } from '#tests/bench/device/section-rows.ts'
import { repeat } from '#tests/bench/measurement.ts'

const LISTINGS = 1_000

/** A status chosen in the list: what it moves, and how soon it is seen. */
export const decisions: DeviceMeasurement = {
  name: 'decisions',
  async measure(stage, runs) {
    const results = await repeat(runs, () => measureRun(stage))
    return [
      {
        what: 'What one status change moves over the wire, both ways with its headers',
        unit: 'kB',
        figures: results.map(({ kilobytes }) => kilobytes),
        reach: 2,
      },
      {
        what: 'A status choice to the visible change, median of 10',
        unit: 'ms',
        figures: results.map(({ seenMs }) => seenMs),
        reach: 60,
      },
      {
        what: '… slowest event',
        unit: 'ms',
        figures: results.map(({ slowestEventMs }) => slowestEventMs),
        reach: 50,
      },
    ]
  },
}

async function measureRun(stage: DeviceStage) {
  const market = await stage.getMarket(LISTINGS)
  return stage.onDevice(async (phone) => {
    const { page } = await phone.openPage()
    await putSession(page, market)
    await openPanel(page, market)
    await pressForRows(stage, page)
    const found = await measureDecisions(page, market)
    await stage.explain('Decisions', page, 0)
    return found
  })
}
