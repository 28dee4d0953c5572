import { request } from 'node:http'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readSheetHere } from '#server/listings/import/files/sheet-reading.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { sortKeyOf } from '#src/domain/query/sort-key.ts'
import { call } from '#tests/server/api-call.ts'
import {
  idOf,
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

const MINUTE_MS = 60_000
const PART = 500 // rows that are read at once
const NAMES = [
  '=HYPERLINK("http://evil.example")',
  '+91 98200-11223',
  '-5',
  '-A12',
  "'=1+1",
  'a "quoted", name;\nof two lines',
  '@SUM(1)',
  '\u0958\u093f\u0932\u093e _x0041_ <&>',
]
const LISTS = ['properties', 'users', 'loans', 'payments'] as const

async function start(): Promise<{ server: TestServer; token: string }> {
  const server = await startServerForTest({
    seed: makeMarket({
      users: [makeUser({ fullName: '=owner()' })],
      listings: NAMES.map((name, index) =>
        makeListing(index + 10, { name, city: index % 2 ? 'Pune' : 'Goa' }),
      ),
      loans: [makeLoan(50)],
      transactions: [makePayment(60), makePayment(61, { state: 'failed' })],
    }),
  })
  return { server, token: await server.signIn() }
}

async function download(
  { server, token }: { server: TestServer; token: string },
  list: (typeof LISTS)[number],
  body: object,
) {
  const answer = await server.app.request(`/api/admin/${list}/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** The rows as our own import reads them, which takes away the apostrophes that the file has. */
async function readRows(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const part of readSheetHere(bytes))
    if ('rows' in part) for (const { cells } of part.rows) rows.push([...cells])
  return rows
}

const titlesOf = ([names = [], ...rows]: string[][]) =>
  rows.map((cells) => cells[names.indexOf('Property title')])

test.each(['csv', 'xlsx'] as const)(
  'a %s file has the rows of the list, unchanged when it is read again',
  async (format) => {
    const at = await start()
    const { answer, bytes } = await download(at, 'properties', { format, query: '' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="properties-2025-09-17.${format}"`,
    )
    const rows = await readRows(bytes)
    expect(titlesOf(rows)).toEqual(NAMES.toReversed())
    expect(rows[0]?.slice(0, 3)).toEqual(['ID', 'Property title', 'Property type'])
    expect(rows[1]?.[0]).toBe(idOf(17))
    expect(rows[1]).toContain('4500000')
  },
)

test.each(['csv', 'xlsx'] as const)(
  'a %s file says to whom a waiting listing is assigned, and of a decided one nothing',
  async (format) => {
    const at = await start()
    const personId = await at.server.findAccountId()
    const listingIds = [idOf(10), idOf(11)]
    const body = { listingIds, personId }
    await call(at.server, 'PUT', '/api/admin/assignments', { token: at.token, body })
    await call(at.server, 'PATCH', `/api/admin/properties/${idOf(11)}/status`, {
      token: at.token,
      body: { status: 'approved' },
    })
    const { bytes } = await download(at, 'properties', { format, query: 'city=pune&city=goa' })
    const [names = [], ...rows] = await readRows(bytes)
    const assigned = rows.map((cells) => [cells[0], cells[names.indexOf('Assigned to')] ?? ''])
    const named = await at.server.db
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow()
    expect(assigned.filter(([, name]) => name !== '')).toEqual([[idOf(10), named.full_name]])
  },
)

test('a CSV file is UTF-8 with its mark and lines of RFC 4180, and no cell is a formula', async () => {
  const at = await start()
  const { bytes } = await download(at, 'properties', { format: 'csv', query: '' })
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const cells: string[][] = parse(bytes, { bom: true, record_delimiter: '\r\n' })
  expect(cells).toHaveLength(1 + NAMES.length)
  expect(cells.flat().filter((cell) => /^[=@\t\r]/.test(cell))).toEqual([])
  for (const kept of ['+91 98200-11223', '-5', '-A12']) expect(titlesOf(cells)).toContain(kept)
})

test('the filters and the search of the address choose the rows, and the audit log has the filters', async () => {
  const at = await start()
  const query = 'city=pune&q=98200'
  const { bytes } = await download(at, 'properties', { format: 'csv', query })
  expect(titlesOf(await readRows(bytes))).toEqual(['+91 98200-11223'])
  const [entry, ...more] = await at.server.listAudit('list-export')
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    entity: 'account',
    to_value: 'Properties, csv: city=pune, with a search',
  })
})

test.each([
  ['sort=name', (one: string, other: string) => (one < other ? -1 : 1)],
  ['sort=-name', (one: string, other: string) => (one < other ? 1 : -1)],
])('with %s, the file has the order of the table', async (query, compare) => {
  const at = await start()
  const { bytes } = await download(at, 'properties', { format: 'csv', query })
  const byKey = NAMES.map((name) => ({ name, key: sortKeyOf(name) ?? '' }))
  byKey.sort((one, other) => compare(one.key, other.key))
  expect(titlesOf(await readRows(bytes))).toEqual(byKey.map(({ name }) => name))
})

test.each(['colour=red', 'city=', 'limit=1', `city=${'x'.repeat(10_000)}`, "' or 1=1 --=1"])(
  'with the query %#, which is no filter, nothing is exported',
  async (query) => {
    const at = await start()
    const { answer } = await download(at, 'properties', { format: 'csv', query })
    expect(answer.status).toBe(400)
    expect(await at.server.listAudit('list-export')).toEqual([])
  },
)

test('each list is exported, without the payments that failed', async () => {
  const at = await start()
  for (const [list, count] of [
    ['users', 1],
    ['loans', 1],
    ['payments', 1],
  ] as const)
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await download(at, list, { format, query: '' })
      expect([list, (await readRows(bytes)).length - 1]).toEqual([list, count])
    }
})

test('a viewer gets neither contacts nor details, and cannot find them by filters', async () => {
  const { server } = await start()
  const viewer = { server, token: await server.signInAs('viewer') }
  for (const list of LISTS) {
    const { bytes } = await download(viewer, list, { format: 'csv', query: '' })
    const text = bytes.toString()
    expect(text).not.toMatch(/98765|asha\.rao|ABCPV|85000|Salaried/)
  }
  const asked = [
    ['loans', 'income=1..'],
    ['users', 'q=asha'],
    ['payments', 'q=asha'],
  ] as const
  for (const [list, query] of asked)
    expect((await download(viewer, list, { format: 'csv', query })).answer.status).toBe(403)
})

test('a role exports only the lists that it sees, and only after a proof of identity', async () => {
  const { server } = await start()
  const reviewer = await server.signInAs('reviewer')
  const body = { format: 'csv', query: '' }
  const ask = (list: string) =>
    call(server, 'POST', `/api/admin/${list}/export`, { token: reviewer, body })
  expect((await ask('loans')).json).toMatchObject({ code: 'not-allowed' })
  expect((await ask('properties')).status).toBe(200)
  server.clock.advance(11 * MINUTE_MS)
  expect((await ask('properties')).json).toMatchObject({ code: 'confirm-identity' })
})

test('a file breaks off once the session has ended', async () => {
  const server = await startServerForTest({
    seed: makeMarket({ listings: Array.from({ length: 5_000 }, (_, n) => makeListing(n + 10)) }),
  })
  const token = await server.signIn()
  const answer = await server.app.request('/api/admin/properties/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ format: 'csv', query: '' }),
  })
  const reader = answer.body?.getReader()
  await reader?.read()
  await makeWrite(server.db)((trx) => trx.deleteFrom('sessions').execute())
  const readAll = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(readAll()).rejects.toThrow('Sign in')
})

test.each(['csv', 'xlsx'])(
  'when the client of a %s file has gone, no further rows are read',
  async (format) => {
    let reads = 0
    let isHeld = false
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = await startServerForTest({
      seed: makeMarket({ listings: Array.from({ length: 4_000 }, (_, n) => makeListing(n + 10)) }),
      plugins: [
        {
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            const isOfExport = isHeld && result.rows.length === PART
            if (isOfExport) reads += 1
            if (isOfExport && reads > 4) await held
            return result
          },
        },
      ],
    })
    const token = await server.signIn()
    const origin = await server.listen()
    isHeld = true
    // One connection without a pool, which would open another one after the first is cut.
    const client = request(`${origin}/api/admin/properties/export`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      agent: false,
    })
    client.on('error', () => undefined) // its own end
    // No row is sent, so that only the connection tells that the client has gone.
    client.end(JSON.stringify({ format, query: 'q=nothing' }))
    await expect.poll(() => reads).toBe(5)
    client.destroy()
    await expect.poll(() => server.countConnections()).toBe(0)
    release()
    await expect.poll(() => server.logged.join(' ')).toContain('cut off')
    expect(reads).toBeLessThanOrEqual(6)
  },
)
