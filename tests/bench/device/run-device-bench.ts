import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BenchSetting, readMachine } from '#tests/bench/bench-report.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import type { DeviceKind } from './device-kind.ts'
import { type DeviceMeasurement, type DeviceRow, writeDeviceTable } from './device-row.ts'
import { openDeviceStage } from './device-stage.ts'

// The command line of the benches of a device: without anything all is measured and the page written; `-- --only dashboard
// --runs 1` prints one part, and `--explain` what the time went into.

export interface DeviceBench {
  /** The npm script. */
  script: string
  kind: DeviceKind
  measurements: readonly DeviceMeasurement[]
  /** Where the page goes that all measurements make. */
  pagePath: string
  writePage: (table: string, setting: BenchSetting) => string
}

const RUNS = 5

export async function runDeviceBench(bench: DeviceBench): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      runs: { type: 'string', default: String(RUNS) },
      explain: { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  const all = bench.measurements
  const chosen = all.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
  if (chosen.length === 0) throw new Error(`there is ${all.map(({ name }) => name).join(', ')}`)

  const machine = readMachine()
  const stage = await openDeviceStage(bench.kind, values.explain)
  try {
    const rows: DeviceRow[] = []
    for (const { name, measure } of chosen) {
      console.error(`Measuring ${name} ...`)
      const found = await measure(stage, runs)
      console.error(writeDeviceTable(found))
      rows.push(...found)
    }
    const table = writeDeviceTable(rows)
    console.log(table)
    if (chosen.length < all.length) return
    const browser = await stage.findBrowserVersion()
    const command = `npm run ${bench.script}${runs === RUNS ? '' : ` -- --runs ${runs}`}`
    writeFileSync(bench.pagePath, bench.writePage(table, { browser, runs, machine, command }))
    formatRecord(bench.pagePath)
  } finally {
    await stage.close()
  }
}
