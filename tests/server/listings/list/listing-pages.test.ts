import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describePages } from '#server/platform/http/calls/page-description.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { idsOf, makeListingCalls } from './listing-calls.ts'

let operator: ReturnType<typeof makeListingCalls>

type Listing = ReturnType<typeof makeListing>

const OWNERS = [
  makeUser(),
  makeUser({ id: idOf(9), email: 'n@example.in', fullName: 'Zoë D’Souza' }),
]

async function start(listings: Listing[]) {
  const server = await startServerForTest({ seed: makeMarket({ users: OWNERS, listings }) })
  operator = makeListingCalls(server, await server.signIn())
}

const read = (query: Record<string, string>) => operator.read(`?${new URLSearchParams(query)}`)

type Beside = 'nextCursor' | 'previousCursor'

/** The numbers of the listings on one page, and the cursor of the page beside it. */
async function readPage(query: Record<string, string>, beside: Beside) {
  const { status, json } = await read(query)
  expect(status).toBe(200)
  // The cast is safe: by the contract, a cursor is a string or null.
  const cursor = json['meta']?.[beside] as unknown as string | null
  return [idsOf(json).map((id) => Number.parseInt(id, 16)), cursor] as const
}

/** The numbers of the listings on all pages of a query, in order. */
async function readPages(
  { start, ...query }: Record<string, string>,
  beside: Beside = 'nextCursor',
): Promise<readonly number[]> {
  let all: readonly number[] = []
  let place: Record<string, string> = start ? { start } : {}
  for (;;) {
    const [page, cursor] = await readPage({ ...query, ...place }, beside)
    all = beside === 'nextCursor' ? [...all, ...page] : [...page, ...all]
    if (cursor === null) return all
    place = { cursor }
  }
}

const NAMES = ['Lake Villa', 'lake shop', 'ZEBRA', 'Éclair', '100% sure_thing', 'a"b OR c']
const LISTING = fc.record({
  name: fc.constantFrom(...NAMES, '😀 roof', 'शांति निवास', null),
  city: fc.constantFrom('Pune', 'Kochi', 'Old Goa'),
  saleType: fc.constantFrom('Sell', 'Rent', 'PG', 'Auction', 'Timeshare'),
  status: fc.constantFrom('pending', 'approved', 'rejected', null),
  pricePaise: fc.constantFrom(null, 0, 100, 200),
  ownerId: fc.constantFrom(idOf(1), idOf(9)),
  minute: fc.nat(4),
})
const WORDS = ['lake', 'LAKE pune', 'zo', 'z', '%', '_th', '"b', '😀', 'शा', 'शांति', '411', 'or']
const QUERY = fc.record(
  {
    q: fc.constantFrom(...WORDS, 'goa éc', '  ', 'nobody'),
    status: fc.constantFrom('pending', 'approved', 'rejected'),
    saleType: fc.constantFrom('Sell', 'Rent', 'PG', 'Auction'),
    sort: fc.constantFrom('createdAt', '-createdAt', 'price', '-price', 'name', '-name'),
    limit: fc.constantFrom('1', '3', '7', '500'),
  },
  { requiredKeys: ['limit'] },
)

type Asked = { q?: string; status?: string; saleType?: string; sort?: string }

/** The numbers of the listings that a query must return, in order, computed without the server's code. */
function expectedOf(listings: Listing[], { q = '', status, saleType, sort = '-createdAt' }: Asked) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const hits = listings.filter((listing) => {
    const owner = OWNERS.find(({ id }) => id === listing.ownerId)
    const text = ` ${[listing.name, listing.city, listing.pincode, owner?.fullName].join(' ').toLowerCase()}`
    const has = (word: string) => text.includes([...word].length < 3 ? ` ${word}` : word)
    return (
      (!status || (listing.status ?? 'pending') === status) &&
      (!saleType || listing.saleType === saleType) &&
      words.every(has)
    )
  })
  const way = sort.startsWith('-') ? -1 : 1
  const keyOf = (listing: Listing) =>
    sort.endsWith('price')
      ? (listing.pricePaise ?? listing.rentPaise)
      : sort.endsWith('name')
        ? sortKeyOf(listing.name)
        : listing.createdAt
  const bytes = (key: string | number) =>
    typeof key === 'number' ? String(key).padStart(9, '0') : Buffer.from(key).toString('hex')
  return hits
    .map((listing) => ({ key: keyOf(listing), id: listing.id }))
    .sort((one, other) => {
      if ((one.key === null) !== (other.key === null)) return one.key === null ? 1 : -1
      const [a, b] = [one, other].map(({ key, id }) => `${key === null ? '' : bytes(key)} ${id}`)
      return (a ?? '') < (b ?? '') ? -way : way
    })
    .map(({ id }) => Number.parseInt(id, 16))
}

function makeListings(numRuns: number, seed: number): Listing[] {
  return fc.sample(LISTING, { numRuns, seed }).map(({ minute, ...change }, index) => {
    const createdAt = new Date(Date.UTC(2025, 5, 1, 0, minute)).toISOString()
    return makeListing(index + 10, { ...change, createdAt })
  })
}

test('the pages of any query together contain each matching listing exactly once, in the requested order', async () => {
  const listings = makeListings(60, 5)
  await start(listings)
  await fc.assert(
    fc.asyncProperty(QUERY, async (query) => {
      expect(await readPages(query)).toEqual(expectedOf(listings, query))
    }),
    { numRuns: 60, examples: [[{ limit: '1', sort: '-price' }], [{ limit: '3', q: '%' }]] },
  )
})

test('the pages from the end back contain the same listings, and a page can begin at any of them', async () => {
  const listings = makeListings(40, 7)
  await start(listings)
  await fc.assert(
    fc.asyncProperty(QUERY, fc.nat(45), async (query, skipped) => {
      const expected = expectedOf(listings, query)
      expect(await readPages({ ...query, start: 'end' }, 'previousCursor')).toEqual(expected)
      if (query.q?.trim()) return
      const place = { ...query, start: `${skipped}` }
      expect(await readPages(place)).toEqual(expected.slice(skipped))
      // The page before the one that begins there ends where that one begins.
      const [, before] = await readPage(place, 'previousCursor')
      const isBeside = skipped > 0 && skipped < expected.length
      expect(before !== null).toBe(isBeside)
      if (before !== null)
        expect(await readPages({ ...query, cursor: before }, 'previousCursor')).toEqual(
          expected.slice(0, skipped),
        )
    }),
    {
      numRuns: 60,
      examples: [
        [{ limit: '3', sort: '-price' }, 38],
        [{ limit: '7', sort: 'name' }, 39],
      ],
    },
  )
})

test('a search finds listings that are the last two in a list of 702', async () => {
  const listings = Array.from({ length: 700 }, (_, index) => makeListing(index + 10))
  const far = [makeListing(1, { name: 'Hidden Lake' }), makeListing(2, { name: 'hidden hill' })]
  await start([...listings, ...far])
  expect(await readPages({ q: 'hidden' })).toEqual([2, 1])
  expect(await readPages({ q: 'hidden lake', sort: 'price' })).toEqual([1])
  expect(await readPages({ q: 'hi' })).toEqual([2, 1])
})

test('a page reports how many listings match a filter in total, but not how many match a search', async () => {
  await start([
    makeListing(10, { saleType: 'Rent' }),
    makeListing(11, { status: null, saleType: 'Rent' }),
    makeListing(12, { status: 'approved' }),
  ])
  for (const [query, total] of [
    ['limit=1', 3],
    ['status=pending', 2],
    ['saleType=Sell', 1],
    ['q=flat', null],
  ])
    expect((await operator.read(`?${query}`)).json['meta']?.['total']).toBe(total)
})

test('a query does not return a listing that was deleted, or whose new status it does not match', async () => {
  await start([makeListing(10), makeListing(11)])
  await operator.remove(idOf(10))
  await operator.setStatus(idOf(11), 'approved')
  expect(await readPages({ q: 'flat' })).toEqual([11])
  expect(await readPages({ status: 'pending' })).toEqual([])
  expect(await readPages({ status: 'approved', q: 'asha' })).toEqual([11])
})

test.each([
  ...['0', '501', '-1', 'ten', '1e2', '', '10.5'].map((limit) => [`limit=${limit}`, 'bad-limit']),
  ...['', 'x', 'eyJhIjoxfQ', 'A'.repeat(500)].map((cursor) => [`cursor=${cursor}`, 'bad-cursor']),
  ['sort=rating', 'bad-sort'],
  ['sort=--name', 'bad-sort'],
  ['sort=constructor', 'bad-sort'],
  ['status=sold', 'bad-filter'],
  ['saleType=sell', 'bad-filter'],
  [`q=${'x'.repeat(101)}`, 'bad-query'],
  ['q=a&q=b', 'bad-query'],
  ['limit=1&limit=2', 'bad-query'],
  ...['', '-1', '1.5', '1e3', 'End', '1'.repeat(10)].map((at) => [`start=${at}`, 'bad-query']),
  ['start=1&start=2', 'bad-query'],
  ['start=1&cursor=x', 'bad-query'],
  ['start=1&q=flat', 'bad-query'],
  ['start=10001&status=pending', 'bad-query'],
  ['start=10001&saleType=Sell', 'bad-query'],
])('the query "%s" is refused with %s', async (query, code) => {
  await start([])
  expect(await operator.read(`?${query}`)).toMatchObject({
    status: 400,
    json: { success: false, code },
  })
})

test('a search begins at its first or its last rows, as the description says', async () => {
  await start([makeListing(10), makeListing(11), makeListing(12)])
  expect(await readPages({ q: 'flat', start: '0' })).toEqual([12, 11, 10])
  expect(await readPages({ q: 'flat', start: 'end' })).toEqual([12, 11, 10])
  const described = describePages({ orders: {}, fields: [], isTwoWay: true })
  const { description } = described.find(({ name }) => name === 'start') ?? {}
  expect(description).toContain('With a `q`, only 0 or `end`')
})

test('a cursor is valid for its own query only, and a forged cursor is refused', async () => {
  await start([makeListing(10), makeListing(11), makeListing(12, { pricePaise: null })])
  const first = await read({ limit: '1', sort: 'price' })
  const cursor = String(first.json['meta']?.['nextCursor'])
  expect((await read({ limit: '2', sort: 'price', cursor })).status).toBe(200)
  for (const other of ['', '&sort=-price', '&sort=price&q=a', '&sort=price&status=pending']) {
    const { json } = await operator.read(`?cursor=${encodeURIComponent(cursor)}${other}`)
    expect(json).toMatchObject({ code: 'bad-cursor' })
  }
  const [queryHash, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  for (const made of [
    [queryHash, 'x', id],
    [queryHash, '1.5', id],
    [queryHash, key, 'x'],
    [queryHash, key],
    [queryHash, key, id, 'after'],
    [queryHash, key, id, null],
    [queryHash, key, id, 'before', 'before'],
    { queryHash },
  ]) {
    const forged = Buffer.from(JSON.stringify(made)).toString('base64url')
    expect((await read({ sort: 'price', cursor: forged })).status).toBe(400)
  }
})

test('a search for NUL, half a character or a hundred quotes is an empty page', async () => {
  await start([makeListing(10)])
  const halves = ['%00', 'a%00b', '%ED%A0%80']
  const syntax = ['%22'.repeat(100), '*%20^', '%5C', 'NEAR(%22a', 'a%27b', '%27--']
  for (const q of [...halves, ...syntax])
    expect(await operator.read(`?q=${q}`)).toMatchObject({ status: 200, json: { data: [] } })
})
