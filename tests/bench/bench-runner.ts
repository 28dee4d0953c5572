import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecord } from '#tests/support/format-record.ts'
import { type BenchSetting, readMachine } from './bench-report.ts'
import { type BenchRow, type Measurement, writeTable } from './measurement.ts'

// The command line of the browser benches. Without options it measures everything and writes the report. `-- --only drain
// --runs 1` only prints the rows of one measurement. `--explain` also prints where the time went, if known.

export interface Bench<Stage> {
  /** The npm script. The report is docs/<script>.md, with `-` for `:`. */
  script: string
  openStage(isExplaining: boolean): Promise<Stage>
  measurements: readonly Measurement<Stage>[]
  writePage: (table: string, setting: BenchSetting) => string
}

interface AnyStage {
  findBrowserVersion(): Promise<string>
  close(): Promise<void>
}

const RUNS = 5

export async function runBench<Stage extends AnyStage>(bench: Bench<Stage>): Promise<void> {
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
  const stage = await bench.openStage(values.explain)
  try {
    const rows: BenchRow[] = []
    for (const { name, measure } of chosen) {
      console.error(`Measuring ${name} ...`)
      const found = await measure(stage, runs)
      console.error(writeTable(found))
      rows.push(...found)
    }
    const table = writeTable(rows)
    console.log(table)
    if (chosen.length < all.length) return
    const browser = await stage.findBrowserVersion()
    const command = `npm run ${bench.script}${runs === RUNS ? '' : ` -- --runs ${runs}`}`
    const path = resolve(`docs/${bench.script.replace(':', '-')}.md`)
    writeFileSync(path, bench.writePage(table, { browser, runs, machine, command }))
    formatRecord(path)
  } finally {
    await stage.close()
  }
}
