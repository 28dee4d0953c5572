import { median, p95 } from './figures.ts'
import { type BenchRow, type Measurement, repeat } from './measurement.ts'

const DECISIONS = 500
const P95_UNDER_MS = 20

/** From a decision to its being safe on the disk, with an outbox that is empty and one that is full. */
export const queueing: Measurement = {
  name: 'queueing',
  async measure(stage, runs) {
    const rows: BenchRow[] = []
    for (const heldCount of [0, 1_000]) {
      const times = await repeat(runs, () =>
        stage.onBenchPage((page) =>
          page.evaluate((given) => window.bench.measureQueueing(given), {
            heldCount,
            count: DECISIONS,
          }),
        ),
      )
      const behind = `${heldCount.toLocaleString('en')} waiting`
      rows.push({
        what: `A decision queued and durable, p95 of ${DECISIONS}, ${behind}`,
        unit: 'ms',
        figures: times.map(({ durableMs }) => p95(durableMs)),
        under: P95_UNDER_MS,
      })
      rows.push({
        what: `… median, ${behind}`,
        unit: 'ms',
        figures: times.map(({ durableMs }) => median(durableMs)),
        under: null,
      })
      rows.push({
        what: `… and in what screens read, p95, ${behind}`,
        unit: 'ms',
        figures: times.map(({ shownMs }) => p95(shownMs)),
        under: null,
      })
    }
    const disk = await repeat(runs, () =>
      stage.onBenchPage((page) =>
        page.evaluate((count) => window.bench.measureDisk(count), DECISIONS),
      ),
    )
    rows.push({
      what: `One number written durably, p95 of ${DECISIONS} (what the disk itself takes)`,
      unit: 'ms',
      figures: disk.map(p95),
      under: null,
    })
    return rows
  },
}
