import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readPageRequest } from '#server/http/calls/page-request.ts'
import { LISTING_PAGES } from '#server/listings/listing-pages.ts'
import { formatRecord } from '#tests/support/format-record.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeTemplate, runOnCluster } from '#tests/support/server/test-database.ts'
import { readMachine } from './bench-report.ts'
import { fillMarket, LISTING_ID, type MarketSize } from './big-market.ts'
import { type BenchRow, writeTable } from './measurement.ts'

// `npm run bench:size` fills SQLite and PostgreSQL with a million listings, measures, and writes docs/bench-size.md;
// `npm run bench:size -- --listings 50000 --only sqlite` only prints the table of one database.

const CALLS = 20 // the calls of each kind; the table shows their median
const PAGE = resolve('docs/bench-size.md')
const NOW = '2026-06-15T06:30:00.000Z'
const WHOLE = 1_000_000

/** A kind of call, its target time, and the path of its nth call. Where possible, each call has a different path. */
type Case = readonly [what: string, reachMs: number, path: (call: number) => string]

const { values } = parseArgs({
  options: { listings: { type: 'string', default: String(WHOLE) }, only: { type: 'string' } },
})
const listings = Number(values.listings)
const size: MarketSize = {
  listings,
  users: Math.ceil(listings / 5),
  transactions: listings,
  loans: Math.ceil(listings / 10),
}
const machine = readMachine()
const parts: string[] = []
if (values.only !== 'postgres') parts.push(await measure('SQLite'))
if (values.only !== 'sqlite') {
  const cluster = await startPostgres({ isDurable: true })
  try {
    await makeTemplate((name) => cluster.createDatabase(name))
    runOnCluster(await cluster.createDatabase('makers'))
    parts.push(await measure('PostgreSQL'))
  } finally {
    await cluster.close()
  }
}
if (listings === WHOLE && parts.length === 2) {
  writeFileSync(PAGE, writePage(parts))
  formatRecord(PAGE)
}

async function measure(name: string): Promise<string> {
  const server = await startTestServer({ seed: 'none', now: NOW })
  try {
    const started = performance.now()
    await fillMarket(server.db, size, server.clock.now())
    console.error(`${name}: filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const token = await server.signIn()
    const rows: BenchRow[] = []
    for (const one of await listCases(server)) rows.push(await time(server, token, one))
    rows.push(await timeChanges(server, token))
    const table = `## ${name}\n\n${writeTable(rows)}`
    console.log(table)
    return table
  } finally {
    await server.close()
  }
}

async function listCases({ db }: TestServer): Promise<Case[]> {
  const page = (query: string) => `/api/admin/properties?limit=50&${query}`
  const cities = ['Pune', 'Kochi', 'Surat', 'Mysuru']
  const views = ['lake villa', 'palm shop', 'royal office', 'cedar plot']
  const nth = (words: readonly string[], call: number) => words[call % words.length] ?? ''
  const middle = await db
    .selectFrom('listings')
    .select(['id', 'created_at'])
    .where('id', '=', LISTING_ID(listings >> 1))
    .executeTakeFirstOrThrow()
  const cursor = readPageRequest({ limit: ['50'] }, LISTING_PAGES)?.makeCursor({
    id: middle.id,
    key: middle.created_at,
  })
  const pages: Record<string, (call: number) => string> = {
    'the newest 50': () => page(''),
    'the 50 after one in the middle': () => page(`cursor=${cursor}`),
    'by price': () => page('sort=price'),
    'by name, from its end': () => page('sort=-name'),
    waiting: () => page('status=pending'),
    'rejected auctions by price': () => page('status=rejected&saleType=Auction&sort=-price'),
    'a city': (call) => page(`q=${nth(cities, call)}`),
    'one character': (call) => page(`q=${nth(['p', 'z', '4', 'l'], call)}`),
    'two characters': (call) => page(`q=${nth(['pu', 'zo', '41', 'la'], call)}`),
    'the number of one listing': (call) => page(`q=${(listings / 3 + call * 997) | 0}`),
    'a pincode': (call) => page(`q=${410_001 + call * 7}`),
    'four words of one': (call) => page(`q=${nth(views, call)} ${nth(cities, call)} asha`),
    'a word that nobody has': (call) => page(`q=wxyz${call}`),
    'filter, order and search': (call) =>
      page(`q=${nth(views, call)} ${nth(cities, call)}&status=approved&saleType=Sell&sort=-price`),
    'filter, order and search of few': (call) =>
      page(`q=${nth(views, call)} kulkarni&status=pending&saleType=Auction&sort=name`),
  }
  const members = '/api/admin/users?limit=50'
  const loans = '/api/admin/loan?limit=50'
  return [
    ['Dashboard', 50, () => '/api/admin/dashboard-stats'],
    ...Object.entries(pages).map(([what, path]): Case => [`Listings: ${what}`, 20, path]),
    ['Members: newest', 20, () => members],
    [
      'Members: a name',
      20,
      (call) => `${members}&sort=name&q=${nth(['zoya gill', 'asha rao'], call)}`,
    ],
    ['Loans: newest', 20, () => loans],
    ['Loans: a name', 20, () => `${loans}&q=meera bose`],
  ]
}

function time(server: TestServer, token: string, [what, reach, path]: Case): Promise<BenchRow> {
  return timeCalls(server, token, { what, reach, ask: (call) => [path(call), {}] })
}

function timeChanges(server: TestServer, token: string): Promise<BenchRow> {
  return timeCalls(server, token, {
    what: 'A status change, durable',
    reach: 10,
    ask: (call) => [
      `/api/admin/properties/${LISTING_ID(call * 997)}/status`,
      {
        method: 'PATCH',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': `bench-${String(call).padStart(16, '0')}`,
        },
        body: JSON.stringify({ status: 'pending' }),
      },
    ],
  })
}

async function timeCalls(
  { app }: TestServer,
  token: string,
  one: { what: string; reach: number; ask(call: number): [path: string, init: RequestInit] },
): Promise<BenchRow> {
  const figures: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const [path, init] = one.ask(call)
    const headers = { ...init.headers, Authorization: `Bearer ${token}` }
    const started = performance.now()
    const response = await app.request(path.replaceAll(' ', '%20'), { ...init, headers })
    await response.text()
    figures.push(performance.now() - started)
    if (response.status !== 200) throw new Error(`${one.what}: ${response.status}`)
  }
  return { what: one.what, unit: 'ms', figures, reach: one.reach }
}

function writePage(tables: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 10)
  const count = (number: number) => number.toLocaleString('en')
  return `# What a large market costs

\`npm run bench:size\` on ${date}: ${count(size.listings)} listings, ${count(size.users)} members, \
${count(size.transactions)} payments, ${count(size.loans)} loans. ${cpus().length} cores (${machine.model}), load \
${machine.load.toFixed(1)} at the start, Node ${process.version}. Each row is ${CALLS} calls of the whole server without a \
socket: session, query, rows, JSON.

${tables.join('\n\n')}
`
}
