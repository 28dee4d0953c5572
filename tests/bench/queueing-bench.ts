import type { BenchStage } from './bench-stage.ts'
import { median, p95 } from './figures.ts'
import { type BenchRow, type Measurement, measureRows } from './measurement.ts'

const DECISIONS = 500
const P95_MS = 20

/** The time until a decision is stored on disk, with an empty outbox and with 1,000 queued changes. */
export const queueing: Measurement<BenchStage> = {
  name: 'queueing',
  async measure(stage, runs) {
    const rows: BenchRow[] = []
    for (const heldCount of [0, 1_000]) {
      const given = { heldCount, count: DECISIONS }
      const behind = `${heldCount.toLocaleString('en')} waiting`
      const what = `A decision queued and durable, p95 of ${DECISIONS}, ${behind}`
      const work = () =>
        stage.onBenchPage((page) =>
          page.evaluate((one) => window.bench.measureQueueing(one), given),
        )
      rows.push(
        ...(await measureRows(runs, work, [
          [what, 'ms', P95_MS, ({ durableMs }) => p95(durableMs)],
          [`… median, ${behind}`, 'ms', null, ({ durableMs }) => median(durableMs)],
          [`… and in what screens read, p95, ${behind}`, 'ms', null, ({ shownMs }) => p95(shownMs)],
        ])),
      )
    }
    const what = `One number written durably, p95 of ${DECISIONS} (what the disk itself takes)`
    const work = () =>
      stage.onBenchPage((page) =>
        page.evaluate((count) => window.bench.measureDisk(count), DECISIONS),
      )
    return [...rows, ...(await measureRows(runs, work, [[what, 'ms', null, p95]]))]
  },
}
