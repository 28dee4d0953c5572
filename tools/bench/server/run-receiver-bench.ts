import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { watchMachine, writeReport } from '#tools/bench/bench-report.ts'
import {
  type Compared,
  writeComparedRows,
  writeComparedTable,
} from '#tools/bench/compared-table.ts'
import { flatMapInTurn } from '#tools/bench/measurement.ts'
import type { Checkout } from './checkout-server.ts'
import { measureReceivers, type ReceiverFigures, type ReceiverLoad } from './receiver-load.ts'

// `npm run bench -- receivers` measures how soon events arrive at healthy webhook receivers beside hanging ones, and writes
// docs/bench-receivers.md. `-- --before <folder>` compares it with another checkout, whose packages are installed.

const LOADS: readonly [string, ReceiverLoad][] = [
  [
    '120 healthy receivers beside 8 that never answer, 4 events',
    { healthy: 120, hanging: 8, stop: 'answer', events: 4, lateMs: 30_000 },
  ],
  [
    '1 healthy receiver beside 1 that answers 101, 4 events',
    { healthy: 1, hanging: 1, stop: 'switch', events: 4, lateMs: 30_000 },
  ],
]

const { values } = parseArgs({ options: { before: { type: 'string' } } })
const own: Checkout = { name: 'after', folder: resolve('.') }
const other = values.before
const both: Checkout[] =
  other === undefined ? [own] : [{ name: 'before', folder: resolve(other) }, own]
const describeMachine = watchMachine()
const rows = await flatMapInTurn([...LOADS], async ([what, load]) => {
  const compared: Compared<ReceiverFigures> = { before: [], after: [] }
  for (const checkout of both) compared[checkout.name].push(await measureReceivers(checkout, load))
  return writeComparedRows(compared, [
    [`${what}: from the decision to its arrival, p50`, 'ms', {}, (one) => one.p50Ms],
    ['… p99', 'ms', { under: 5_000 }, (one) => one.p99Ms],
    ['… deliveries that did not arrive', '', { under: 1 }, (one) => one.missing],
  ])
})
const table = writeComparedTable(rows)
const command = `npm run bench -- receivers${other === undefined ? '' : ' -- --before <folder>'}`
writeReport(
  'bench-receivers',
  { command, detail: 'one run of each', machine: describeMachine() },
  table,
)
console.log(table)
