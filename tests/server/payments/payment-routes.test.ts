import { beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket, makePayment, makeUser } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const ZOYA = makeUser({
  id: idOf(2),
  fullName: 'Zoya Gill',
  email: 'zoya@example.in',
  phoneNumber: '+91 91234 50000',
})

const server = serverForEachTest({
  seed: makeMarket({
    users: [makeUser(), ZOYA],
    transactions: [
      makePayment(11),
      makePayment(12, { userId: idOf(2) }),
      makePayment(13, { createdAt: '2025-09-11T00:00:00.000Z' }),
      makePayment(14, { state: 'failed', createdAt: '2025-09-12T00:00:00.000Z' }),
    ],
  }),
})
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

async function read(query = '', headers: Record<string, string> = {}) {
  const answer = await call(server, 'GET', `/api/admin/payments${query}`, { token, headers })
  const rows = (answer.json['data'] ?? []) as unknown as { id: string }[] // rows as the contract defines them
  return {
    status: answer.status,
    etag: answer.headers.get('ETag'),
    ids: rows.map(({ id }) => Number.parseInt(id, 16)),
    rows,
    meta: answer.json['meta'],
  }
}

test('without a query, every captured payment is listed with its payer, newest first', async () => {
  const { ids, rows } = await read()
  expect(ids).toEqual([13, 12, 11])
  expect(rows[1]).toMatchObject({ user: { id: idOf(2), name: 'Zoya Gill' }, amount: 499 })
})

test('in both sort directions, the pages together contain each payment once', async () => {
  for (const [sort, order] of [
    ['-createdAt', [13, 12, 11]],
    ['createdAt', [11, 12, 13]],
  ] as const) {
    const first = await read(`?sort=${sort}&limit=2`)
    expect(first).toMatchObject({ ids: order.slice(0, 2), meta: { total: 3 } })
    const next = await read(`?sort=${sort}&limit=2&cursor=${first.meta?.['nextCursor']}`)
    expect(next).toMatchObject({ ids: order.slice(2), meta: { nextCursor: null } })
  }
})

test.each([
  ['gill', [12]],
  ['%2B919876543210', [13, 11]],
  ['zoya%40example', [12]],
  ['pay_00000000000011', [11]],
  ['nobody', []],
])('a search for %s finds %j', async (q, ids) => {
  expect((await read(`?q=${q}`)).ids).toEqual(ids)
})

test('a request for the list with its ETag gets a 304 until another payment is captured', async () => {
  const { etag } = await read()
  expect((await read('', { 'If-None-Match': etag ?? '' })).status).toBe(304)
  await server.db.updateTable('transactions').set({ state: 'captured' }).execute()
  expect((await read('', { 'If-None-Match': etag ?? '' })).ids).toEqual([14, 13, 12, 11])
})
