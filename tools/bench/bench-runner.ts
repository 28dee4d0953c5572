import { parseArgs } from 'node:util'
import { findBrowserVersion } from './bench-browser.ts'
import { watchMachine, writeReport } from './bench-report.ts'
import { flatMapInTurn, type Measurement, writeTable } from './measurement.ts'

// The command line of the browser benches. Without options it measures everything and writes the report. `-- --only drain
// --runs 1` only prints the rows of one measurement. `--explain` also prints where the time went, if known.

export interface Bench<Stage> {
  /** The npm script. The report is docs/<script>.md, with `-` for `:`. */
  script: string
  openStage(isExplaining: boolean): Promise<Stage>
  measurements: readonly Measurement<Stage>[]
}

const RUNS = 5

export async function runBench<Stage extends { close(): Promise<void> }>({
  script,
  openStage,
  measurements: all,
}: Bench<Stage>): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      runs: { type: 'string', default: String(RUNS) },
      explain: { type: 'boolean', default: false },
    },
  })
  const runs = Number(values.runs)
  const chosen = all.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
  if (chosen.length === 0) throw new Error(`there is ${all.map(({ name }) => name).join(', ')}`)

  const describeMachine = watchMachine()
  const stage = await openStage(values.explain)
  try {
    const rows = await flatMapInTurn(chosen, async ({ name, measure }) => {
      console.error(`Measuring ${name} ...`)
      const found = await measure(stage, runs)
      console.error(writeTable(found))
      return found
    })
    const table = writeTable(rows)
    console.log(table)
    if (chosen.length < all.length) return
    const command = `npm run ${script}${runs === RUNS ? '' : ` -- --runs ${runs}`}`
    const machine = describeMachine(await findBrowserVersion())
    const head = { command, detail: `runs of each: ${runs}`, machine }
    writeReport(script.replace(':', '-'), head, table)
  } finally {
    await stage.close()
  }
}
