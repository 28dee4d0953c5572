import { parseArgs } from 'node:util'
import { LISTING_PAGES } from '#server/listings/list/listing-pages.ts'
import { isPostgres } from '#server/platform/database/column-types.ts'
import { openPostgres } from '#server/platform/database/connection/open-postgres.ts'
import { readPageRequest } from '#server/platform/http/calls/page-request.ts'
import { startPostgres } from '#tests/support/server/postgres-cluster.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeTemplate, runOnCluster } from '#tests/support/server/test-database.ts'
import { watchMachine, writeReport } from './bench-report.ts'
import { fillMarket, LISTING_ID, type MarketSize } from './big-market.ts'
import { type BenchRow, flatMapInTurn, repeat, writeTable } from './measurement.ts'
import { type EmptyUrls, measureCopies } from './size-copies.ts'

// `npm run bench -- size` fills SQLite and PostgreSQL with a million listings, measures, and writes docs/bench-size.md;
// `npm run bench -- size --listings 50000 --only sqlite` only prints the table of one database, and `--copies` only that
// of backup, restore and move.

const CALLS = 20 // the calls of each kind; the table shows their median
const NOW = '2026-06-15T06:30:00.000Z'
const WHOLE = 1_000_000

/** A kind of call, its target time, and its nth call. Where possible, the calls differ. */
type Case = readonly [
  what: string,
  reachMs: number,
  path: (call: number) => string,
  init?: (call: number) => RequestInit,
]

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: String(WHOLE) },
    only: { type: 'string' },
    copies: { type: 'boolean', default: false },
  },
})
const listings = Number(values.listings)
const size: MarketSize = {
  listings,
  users: Math.ceil(listings / 5),
  transactions: listings,
  loans: Math.ceil(listings / 10),
}
const describeMachine = watchMachine()
const parts: string[] = []
if (values.only !== 'postgres') parts.push(await measure('SQLite', async () => null))
if (values.only !== 'sqlite') {
  const cluster = await startPostgres({ isDurable: true })
  try {
    await makeTemplate((name) => cluster.createDatabase(name))
    runOnCluster(await cluster.createDatabase('makers'))
    const makeEmpty = async () => ({
      restore: await cluster.createDatabase('restored'),
      move: await cluster.createDatabase('moved'),
    })
    parts.push(await measure('PostgreSQL', makeEmpty))
  } finally {
    await cluster.close()
  }
}
if (listings === WHOLE && parts.length === 2 && !values.copies) {
  const [rows, people, payments, loans] = Object.values(size).map((n) => n.toLocaleString('en'))
  const detail = `${rows} listings, ${people} members, ${payments} payments, ${loans} loans`
  const head = { command: 'npm run bench -- size', detail, machine: describeMachine() }
  writeReport('bench-size', head, parts.join('\n\n'))
}

async function measure(name: string, makeEmpty: () => Promise<EmptyUrls | null>): Promise<string> {
  const server = await startTestServer({ seed: 'none', now: NOW, isFlushed: true })
  try {
    const started = performance.now()
    await fill(server)
    console.error(`${name}: filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const rows = values.copies ? [] : await timeCases(server)
    rows.push(...(await measureCopies(server, await makeEmpty())))
    const table = `## ${name}\n\n${writeTable(rows)}`
    console.log(table)
    return table
  } finally {
    await server.close()
  }
}

async function fill({ db, clock, place }: TestServer): Promise<void> {
  if (!isPostgres(db)) return fillMarket(db, size, clock.now())
  const filling = openPostgres(place, null) // an index of a million rows takes longer than a call of the server may
  try {
    await fillMarket(filling, size, clock.now())
  } finally {
    await filling.destroy()
  }
}

async function timeCases(server: TestServer): Promise<BenchRow[]> {
  const token = await server.signIn()
  return flatMapInTurn(await listCases(server), async (one) => [
    await timeCalls(server, token, one),
  ])
}

async function listCases({ db }: TestServer): Promise<Case[]> {
  const cities = ['Pune', 'Kochi', 'Surat', 'Mysuru']
  const views = ['lake villa', 'palm shop', 'royal office', 'cedar plot']
  const names = ['zoya gill', 'asha rao']
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
  const list = (what: string, query: (call: number) => string): Case => [
    `Listings: ${what}`,
    20,
    (call) => `/api/admin/properties?limit=50&${query(call)}`,
  ]
  const members = '/api/admin/users?limit=50'
  const loans = '/api/admin/loan?limit=50'
  return [
    ['Dashboard', 50, () => '/api/admin/dashboard-stats'],
    list('the newest 50', () => ''),
    list('the 50 after one in the middle', () => `cursor=${cursor}`),
    [
      'Listings: a jump to the middle',
      100,
      (call) => `/api/admin/properties?limit=50&start=${(listings >> 1) + call}`,
    ],
    list('the last 50', () => 'start=end'),
    list('by price', () => 'sort=price'),
    list('by name, from its end', () => 'sort=-name'),
    list('waiting', () => 'status=pending'),
    list('rejected auctions by price', () => 'status=rejected&saleType=Auction&sort=-price'),
    list('a city', (call) => `q=${nth(cities, call)}`),
    list('one character', (call) => `q=${nth(['p', 'z', '4', 'l'], call)}`),
    list('two characters', (call) => `q=${nth(['pu', 'zo', '41', 'la'], call)}`),
    list('the number of one listing', (call) => `q=${(listings / 3 + call * 997) | 0}`),
    list('a pincode', (call) => `q=${410_001 + call * 7}`),
    list('four words of one', (call) => `q=${nth(views, call)} ${nth(cities, call)} asha`),
    list('a word that nobody has', (call) => `q=wxyz${call}`),
    list(
      'filter, order and search',
      (call) =>
        `q=${nth(views, call)} ${nth(cities, call)}&status=approved&saleType=Sell&sort=-price`,
    ),
    list(
      'filter, order and search of few',
      (call) => `q=${nth(views, call)} kulkarni&status=pending&saleType=Auction&sort=name`,
    ),
    ['Members: newest', 20, () => members],
    ['Members: a name', 20, (call) => `${members}&sort=name&q=${nth(names, call)}`],
    ['Loans: newest', 20, () => loans],
    ['Loans: a name', 20, () => `${loans}&q=meera bose`],
    [
      'A status change, durable',
      10,
      (call) => `/api/admin/properties/${LISTING_ID((call * 997) % listings)}/status`,
      makeChange,
    ],
  ]
}

function makeChange(call: number): RequestInit {
  const key = `bench-${String(call).padStart(16, '0')}`
  return {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ status: 'pending' }),
  }
}

async function timeCalls(
  { app }: TestServer,
  token: string,
  [what, reach, path, init]: Case,
): Promise<BenchRow> {
  const figures = await repeat(CALLS, async (call) => {
    const { headers, ...rest } = init?.(call) ?? {}
    const all = { ...headers, Authorization: `Bearer ${token}` }
    const started = performance.now()
    const response = await app.request(path(call).replaceAll(' ', '%20'), { ...rest, headers: all })
    const text = await response.text()
    const tookMs = performance.now() - started
    if (response.status !== 200) throw new Error(`${what}: ${response.status} ${text}`)
    return tookMs
  })
  return { what, unit: 'ms', figures, reach }
}
