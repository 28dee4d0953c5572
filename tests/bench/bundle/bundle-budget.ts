import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatRecord } from '#tests/support/format-record.ts'
import { type BundleRecord, reportBudgets } from './budget-report.ts'
import { measureBundle } from './bundle-sizes.ts'

// `npm run bundle:check` holds the build in dist against its budgets, `npm run bundle:record` accepts what it is made of.

const RECORD = resolve('docs/bundle.json')

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } })
const sizes = measureBundle(resolve('dist'))
if (values.record) {
  writeFileSync(RECORD, JSON.stringify(toRecord()))
  formatRecord(RECORD)
}
const record = JSON.parse(readFileSync(RECORD, 'utf8')) as BundleRecord // written above
const { isOver, text } = reportBudgets(sizes, record)
console.log(text)
if (isOver && !values.record) process.exitCode = 1

function toRecord(): BundleRecord {
  return Object.fromEntries(sizes.map(({ name, modules }) => [name, sorted(modules)]))
}

/** A stable order, so that a change of the record shows what changed. */
function sorted(modules: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(modules).sort(([a], [b]) => (a < b ? -1 : 1)))
}
