import { measureDecisions } from '#tools/bench/device/decision-rows.ts'
import { type DeviceStage, openFirstPanel } from '#tools/bench/device/device-stage.ts'
import { pressForRows } from '#tools/bench/device/section-rows.ts'
import { type Measurement, measureRows } from '#tools/bench/measurement.ts'

const LISTINGS = 1_000

/** Choosing a status in the list: its traffic, and the time until it is visible. */
export const decisions: Measurement<DeviceStage> = {
  name: 'decisions',
  measure: (stage, runs) =>
    measureRows(runs, () => measureRun(stage), [
      [MOVED, 'kB', 2, ({ kilobytes }) => kilobytes],
      ['A status choice to the visible change, median of 10', 'ms', 60, ({ seenMs }) => seenMs],
      ['… slowest event', 'ms', 50, ({ slowestEventMs }) => slowestEventMs],
    ]),
}

const MOVED = 'What one status change moves over the wire, both ways with its headers'

async function measureRun(stage: DeviceStage) {
  const market = await stage.getMarket(LISTINGS)
  return stage.onDevice(async (phone) => {
    const { page } = await openFirstPanel(phone, market)
    await pressForRows(stage, page)
    const found = await measureDecisions(page, market)
    await stage.explain('Decisions', page, 0)
    return found
  })
}
