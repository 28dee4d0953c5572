import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MAX_BATCH } from '#src/domain/listing/change-batch.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { watchMachine, writeReport } from '#tools/bench/bench-report.ts'
import {
  type Compared,
  writeComparedRows,
  writeComparedTable,
} from '#tools/bench/compared-table.ts'
import { flatMapInTurn } from '#tools/bench/measurement.ts'
import { measureBatch } from './batch-load.ts'
import { measureChecks } from './check-load.ts'
import { type Checkout, type CheckoutServer, startCheckout } from './checkout-server.ts'
import { measureMixedLoad } from './mixed-load.ts'
import {
  measureHealthBesideEvents,
  measureHealthBesideList,
  measureManyEvents,
  measurePeakMemory,
} from './reader-load.ts'

// `npm run bench -- server` measures the server and writes docs/bench-server.md. `-- --before
// <folder>` compares it with another checkout, in alternating runs. Install that checkout's packages
// first. `--runs 1 --seconds 3` makes a short bench, and the page says that it was short. `--only batches` prints one part.

const MIXED_SIZES = [1_000, 10_000]
const LONG_LIST = 100_000
const READ_LIST = 10_000 // listings, read by a hundred clients
const CALLERS = [1, 2, 5]
const SENT_AT_ONCE = 2 // by a device: the places of a joint call among those of a drain
const DATABASES = ['embedded', 'PostgreSQL'] as const

interface Market {
  listingCount: number
  database: (typeof DATABASES)[number]
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    before: { type: 'string' },
    only: { type: 'string' },
  },
})
const runs = Number(values.runs)
const seconds = Number(values.seconds)
const own: Checkout = { name: 'after', folder: resolve('.') }
const other = values.before
const both: Checkout[] =
  other === undefined ? [own] : [{ name: 'before', folder: resolve(other) }, own]
const describeMachine = watchMachine()
let databaseCount = 0
const cluster = await startPostgres({ isDurable: true })
try {
  const parts = Object.entries({
    mixed: measureMixed,
    'long-list': measureLongList,
    readers: measureReaders,
    submissions: measureSubmissions,
    batches: measureBatches,
  })
  const chosen = parts.filter(([name]) => values.only === undefined || name === values.only)
  if (chosen.length === 0) throw new Error(`there is ${parts.map(([name]) => name).join(', ')}`)
  const rows = await flatMapInTurn(chosen, ([, measure]) => measure())
  const table = writeComparedTable(rows)
  const options = `--runs ${runs} --seconds ${seconds}${other === undefined ? '' : ' --before <folder>'}`
  const command = `npm run bench -- server ${options}`
  const detail = `runs of each: ${runs}, ${seconds} s each`
  if (values.only === undefined)
    writeReport('bench-server', { command, detail, machine: describeMachine() }, table)
  console.log(table)
} finally {
  await cluster.close()
}

function measureMixed(): Promise<string[]> {
  const markets = MIXED_SIZES.flatMap((listingCount) =>
    DATABASES.map((database): Market => ({ listingCount, database })),
  )
  return flatMapInTurn(markets, async (market) => {
    const figures = await compare(market, (server, run) =>
      measureMixedLoad(server, { run, seconds }),
    )
    const isTarget = market.listingCount === 10_000
    const what = `${market.listingCount.toLocaleString('en')} listings, ${market.database}: requests a second`
    return writeComparedRows(figures, [
      [what, '', isTarget ? { times: 10 } : {}, (one) => one.requestsPerSecond],
      ['… p50', 'ms', {}, (one) => one.p50Ms],
      ['… p99', 'ms', isTarget ? { under: 200 } : {}, (one) => one.p99Ms],
      ['… errors', '', { under: 1 }, (one) => one.errors],
      ['… lists that had not changed, of 100', '', {}, (one) => 100 * one.unchangedShare],
    ])
  })
}

async function measureLongList(): Promise<string[]> {
  const market: Market = { listingCount: LONG_LIST, database: 'embedded' }
  const figures = await compare(market, (server) => measureHealthBesideList(server, seconds))
  const what = 'Health check while one client reads 100,000 listings: p50'
  return writeComparedRows(figures, [
    [what, 'ms', {}, (one) => one.p50Ms],
    ['… p99', 'ms', { under: 50 }, (one) => one.p99Ms],
    ['… lists read', '', {}, (one) => one.reads],
  ])
}

async function measureReaders(): Promise<string[]> {
  const market: Market = { listingCount: READ_LIST, database: 'embedded' }
  const figures = await compare(market, async (server) => ({
    memory: await measurePeakMemory(server),
    health: await measureHealthBesideEvents(server, seconds),
    manyEventsMs: await measureManyEvents(server),
  }))
  const beside = 'Health check while 8 clients read 60 events of 32 kB'
  const many = '8 clients each read 1,000 events of 8 kB'
  const readAtOnce = '100 clients read 10,000 listings: peak memory in MB'
  return writeComparedRows(figures, [
    [readAtOnce, '', { under: 400 }, (one) => one.memory.peakMb],
    ['… answers that were cut off', '', { under: 1 }, (one) => one.memory.cutOff],
    [`${beside}: p50`, 'ms', {}, (one) => one.health.p50Ms],
    ['… p99', 'ms', {}, (one) => one.health.p99Ms],
    ['… event lists read', '', {}, (one) => one.health.reads],
    [many, 'ms', {}, (one) => one.manyEventsMs],
  ])
}

/** Measures this checkout only, because the other checkout may not support submissions. */
function measureSubmissions(): Promise<string[]> {
  return flatMapInTurn(DATABASES, async (database) => {
    const figures = await compare({ listingCount: READ_LIST, database }, measureChecks, [own])
    const what = `A submission with its checks, 10,000 listings with 80,000 photos, ${database}: p50`
    return writeComparedRows(figures, [
      [what, 'ms', {}, (one) => one.p50Ms],
      ['… p99', 'ms', {}, (one) => one.p99Ms],
    ])
  })
}

/** Measures this checkout only. A device sends two calls of a batch at a time; one and five show what that decides. */
function measureBatches(): Promise<string[]> {
  const given = DATABASES.flatMap((database) => CALLERS.map((callers) => ({ database, callers })))
  return flatMapInTurn(given, async ({ database, callers }) => {
    const figures = await compare(
      { listingCount: MAX_BATCH, database },
      (server, run) => measureBatch(server, { run, callers }),
      [own],
    )
    const isTarget = callers === SENT_AT_ONCE
    const what = `A batch of 10,000 rejections, ${database}, ${callers} at a time`
    return writeComparedRows(figures, [
      [what, 'ms', isTarget ? { under: 60_000 } : {}, (one) => one.rejectedSeconds * 1_000],
      ['… taken back', 'ms', isTarget ? { under: 60_000 } : {}, (one) => one.undoneSeconds * 1_000],
      ['… longest call', 'ms', {}, (one) => one.longestCallMs],
      ["… other people's reads, p50", 'ms', {}, (one) => one.p50Ms],
      ['… p99', 'ms', isTarget ? { under: 200 } : {}, (one) => one.p99Ms],
    ])
  })
}

/** Measures each checkout in alternating runs, on separate databases with the same listings. */
async function compare<Figures>(
  { listingCount, database }: Market,
  measure: (server: CheckoutServer, run: number) => Promise<Figures>,
  checkouts: readonly Checkout[] = both,
): Promise<Compared<Figures>> {
  const figures: Compared<Figures> = { before: [], after: [] }
  const servers: { name: Checkout['name']; server: CheckoutServer }[] = []
  try {
    for (const checkout of checkouts) {
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
