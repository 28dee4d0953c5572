import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecord } from '#tests/support/format-record.ts'
import { readMachine, writePage, writeTable } from './bench-report.ts'
import { openBenchStage } from './bench-stage.ts'
import { cacheEntries } from './cache-entries-bench.ts'
import { drain } from './drain-bench.ts'
import type { BenchRow, Measurement } from './measurement.ts'
import { overlay } from './overlay-bench.ts'
import { queueing } from './queueing-bench.ts'
import { screens } from './screens-bench.ts'

// `npm run bench` measures everything and writes docs/bench.md; `npm run bench -- drain --runs 1` prints one part only.

const ALL: readonly Measurement[] = [queueing, overlay, screens, cacheEntries, drain]
const RUNS = 5
const PAGE = resolve('docs/bench.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: String(RUNS) } },
})
const runs = Number(values.runs)
const chosen = ALL.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
if (chosen.length === 0) throw new Error(`there is ${ALL.map(({ name }) => name).join(', ')}`)

const machine = readMachine()
const stage = await openBenchStage()
try {
  const rows: BenchRow[] = []
  for (const { name, measure } of chosen) {
    console.error(`Measuring ${name} ...`)
    rows.push(...(await measure(stage, runs)))
  }
  const table = writeTable(rows)
  console.log(table)
  const browser = await stage.findBrowserVersion()
  const command = runs === RUNS ? 'npm run bench' : `npm run bench -- --runs ${runs}`
  if (chosen.length === ALL.length) {
    writeFileSync(PAGE, writePage(table, { browser, runs, command, machine }))
    formatRecord(PAGE)
  }
} finally {
  await stage.close()
}
