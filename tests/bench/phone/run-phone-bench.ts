import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readMachine } from '#tests/bench/bench-report.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import { decisions } from './decision-rows.ts'
import { dashboard, signInPage } from './entrance-rows.ts'
import { layoutShift } from './layout-rows.ts'
import { lighthouse } from './lighthouse-rows.ts'
import { longList } from './long-list-rows.ts'
import { writePhonePage } from './phone-report.ts'
import { type PhoneMeasurement, type PhoneRow, writePhoneTable } from './phone-row.ts'
import { openPhoneStage } from './phone-stage.ts'
import { sections } from './section-rows.ts'
import { starts } from './start-rows.ts'

// `npm run bench:phone` measures everything and writes docs/bench-phone.md; `npm run bench:phone -- --only dashboard
// --runs 1` prints one part, and `--explain` what the time went into.

const ALL: readonly PhoneMeasurement[] = [
  signInPage,
  dashboard,
  starts,
  sections,
  longList,
  decisions,
  layoutShift,
  lighthouse,
]
const RUNS = 5
const PAGE = resolve('docs/bench-phone.md')

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string', default: String(RUNS) },
    explain: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const chosen = ALL.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
if (chosen.length === 0) throw new Error(`there is ${ALL.map(({ name }) => name).join(', ')}`)

const machine = readMachine()
const stage = await openPhoneStage(values.explain)
try {
  const rows: PhoneRow[] = []
  for (const { name, measure } of chosen) {
    console.error(`Measuring ${name} ...`)
    const found = await measure(stage, runs)
    console.error(writePhoneTable(found))
    rows.push(...found)
  }
  const table = writePhoneTable(rows)
  console.log(table)
  if (chosen.length === ALL.length) {
    const browser = await stage.findBrowserVersion()
    const command = runs === RUNS ? 'npm run bench:phone' : `npm run bench:phone -- --runs ${runs}`
    writeFileSync(PAGE, writePhonePage(table, { browser, runs, machine, command }))
    formatRecord(PAGE)
  }
} finally {
  await stage.close()
}
