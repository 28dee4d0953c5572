import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readMachine } from '#tests/bench/bench-report.ts'
import type { ComparedRow } from '#tests/bench/compared-table.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { measureChecks } from './check-load.ts'
import { type Checkout, type CheckoutServer, startCheckout } from './checkout-server.ts'
import { measureMixedLoad } from './mixed-load.ts'
import {
  measureHealthBesideEvents,
  measureHealthBesideList,
  measureManyEvents,
  measurePeakMemory,
} from './reader-load.ts'
import { writePage } from './server-report.ts'

// `npm run bench:server` measures the server and writes docs/bench-server.md. `-- --before
// <folder>` compares it with another checkout, in alternating runs. Install that checkout's packages
// first. `--runs 1 --seconds 3` makes a short bench, and the page says that it was short.

const PAGE = resolve('docs/bench-server.md')
const MIXED_SIZES = [1_000, 10_000]
const LONG_LIST = 100_000
const READ_LIST = 10_000 // listings, read by a hundred clients

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    before: { type: 'string' },
  },
})
const runs = Number(values.runs)
const seconds = Number(values.seconds)
const OWN: readonly Checkout[] = [{ name: 'after', folder: resolve('.') }]
const checkouts: Checkout[] = [...OWN]
if (values.before !== undefined)
  checkouts.unshift({ name: 'before', folder: resolve(values.before) })
const machine = readMachine()
let databaseCount = 0
const cluster = await startPostgres({ isDurable: true })
try {
  const rows = [
    ...(await measureMixed()),
    ...(await measureLongList()),
    ...(await measureReaders()),
    ...(await measureSubmissions()),
  ]
  const page = writePage(rows, { runs, seconds, machine, isCompared: checkouts.length > 1 })
  writeFileSync(PAGE, page)
  formatRecord(PAGE)
  console.log(page)
} finally {
  await cluster.close()
}

async function measureMixed(): Promise<ComparedRow[]> {
  const rows: ComparedRow[] = []
  for (const listingCount of MIXED_SIZES)
    for (const database of ['embedded', 'PostgreSQL'] as const) {
      const figures = await compare({ listingCount, database }, (server, run) =>
        measureMixedLoad(server, { run, seconds }),
      )
      const isTarget = listingCount === 10_000
      const what = `${listingCount.toLocaleString('en')} listings, ${database}: requests a second`
      rows.push(
        ...pick(figures, [
          [what, '', { times: isTarget ? 10 : undefined }, (one) => one.requestsPerSecond],
          ['… p50', 'ms', {}, (one) => one.p50Ms],
          ['… p99', 'ms', { under: isTarget ? 200 : undefined }, (one) => one.p99Ms],
          ['… errors', '', { under: 1 }, (one) => one.errors],
          ['… lists that had not changed, of 100', '', {}, (one) => 100 * one.unchangedShare],
        ]),
      )
    }
  return rows
}

async function measureLongList(): Promise<ComparedRow[]> {
  const figures = await compare({ listingCount: LONG_LIST, database: 'embedded' }, (server) =>
    measureHealthBesideList(server, seconds),
  )
  const what = 'Health check while one client reads 100,000 listings: p50'
  return pick(figures, [
    [what, 'ms', {}, (one) => one.p50Ms],
    ['… p99', 'ms', { under: 50 }, (one) => one.p99Ms],
    ['… lists read', '', {}, (one) => one.reads],
  ])
}

async function measureReaders(): Promise<ComparedRow[]> {
  const figures = await compare(
    { listingCount: READ_LIST, database: 'embedded' },
    async (server) => ({
      memory: await measurePeakMemory(server),
      health: await measureHealthBesideEvents(server, seconds),
      manyEventsMs: await measureManyEvents(server),
    }),
  )
  const beside = 'Health check while 8 clients read 60 events of 32 kB'
  const many = '8 clients each read 1,000 events of 8 kB'
  const readAtOnce = '100 clients read 10,000 listings: peak memory in MB'
  return pick(figures, [
    [readAtOnce, '', { under: 400 }, (one) => one.memory.peakMb],
    ['… answers that were cut off', '', { under: 1 }, (one) => one.memory.cutOff],
    [`${beside}: p50`, 'ms', {}, (one) => one.health.p50Ms],
    ['… p99', 'ms', {}, (one) => one.health.p99Ms],
    ['… event lists read', '', {}, (one) => one.health.reads],
    [many, 'ms', {}, (one) => one.manyEventsMs],
  ])
}

/** Measures this checkout only, because the other checkout may not support submissions. */
async function measureSubmissions(): Promise<ComparedRow[]> {
  const rows: ComparedRow[] = []
  for (const database of ['embedded', 'PostgreSQL'] as const) {
    const figures = await compare({ listingCount: READ_LIST, database }, measureChecks, OWN)
    const what = `A submission with its checks, 10,000 listings with 80,000 photos, ${database}: p50`
    rows.push(
      ...pick(figures, [
        [what, 'ms', {}, (one) => one.p50Ms],
        ['… p99', 'ms', {}, (one) => one.p99Ms],
      ]),
    )
  }
  return rows
}

type Compared<Figures> = Record<Checkout['name'], Figures[]>

/** Measures each checkout in alternating runs, on separate databases with the same listings. */
async function compare<Figures>(
  { listingCount, database }: { listingCount: number; database: 'embedded' | 'PostgreSQL' },
  measure: (server: CheckoutServer, run: number) => Promise<Figures>,
  compared: readonly Checkout[] = checkouts,
): Promise<Compared<Figures>> {
  const figures: Compared<Figures> = { before: [], after: [] }
  const servers: { name: Checkout['name']; server: CheckoutServer }[] = []
  try {
    for (const checkout of compared) {
      const { name } = checkout
      console.error(`Preparing ${listingCount} listings, ${database}, ${name} ...`)
      databaseCount += 1
      const databaseUrl =
        database === 'embedded' ? null : await cluster.createDatabase(`bench_${databaseCount}`)
      servers.push({ name, server: await startCheckout(checkout, { listingCount, databaseUrl }) })
    }
    for (let run = 0; run < runs; run += 1)
      for (const { name, server } of servers) figures[name].push(await measure(server, run))
  } finally {
    for (const { server } of servers) await server.close()
  }
  return figures
}

/** A row's text, unit and target, and a function that picks the row's figure from the result of a run. */
type RowOf<Figures> = readonly [
  what: string,
  unit: ComparedRow['unit'],
  target: Pick<ComparedRow, 'under' | 'times'>,
  figure: (figures: Figures) => number,
]

function pick<Figures>(
  { before, after }: Compared<Figures>,
  rows: readonly RowOf<Figures>[],
): ComparedRow[] {
  return rows.map(([what, unit, target, figure]) => {
    return { what, unit, ...target, before: before.map(figure), after: after.map(figure) }
  })
}
