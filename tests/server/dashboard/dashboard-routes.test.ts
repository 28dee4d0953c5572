import { afterEach, expect, test } from 'vitest'
import type { DemoData } from '#server/demo/demo-data.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket, makePayment, makeUser } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

let server: TestServer
afterEach(() => server.close())

async function read(data: Partial<DemoData>) {
  server = await startTestServer({ seed: makeMarket(data), inMemory: true })
  return reread()
}

async function reread(headers: Record<string, string> = {}) {
  const token = await server.signIn()
  return call(server, 'GET', '/api/admin/dashboard-stats', { token, headers })
}

test('the figures count listings, running boosts, members and revenue after refunds', async () => {
  const { json } = await read({
    users: [makeUser(), makeUser({ id: idOf(5), email: 'b@example.in' })],
    listings: [
      makeListing(2, { boostedUntil: '2025-09-17T06:30:00.001Z' }),
      makeListing(3, { boostedUntil: '2025-09-17T06:30:00.000Z' }),
      makeListing(4),
    ],
    transactions: [
      makePayment(1, { amountPaise: 999_99, refundedPaise: 1 }),
      makePayment(2, { amountPaise: 500_00, refundedPaise: 500_00 }),
      makePayment(3, { amountPaise: 777_00, state: 'failed' }),
      makePayment(4, { amountPaise: 10, createdAt: '2019-01-01T00:00:00.000Z' }),
    ],
  })
  expect(json).toMatchObject({
    success: true,
    data: { totalProperties: 3, boostedProperties: 1, totalRevenue: 1000.08, totalUsers: 2 },
  })
})

test('the dashboard of an empty marketplace has zero figures and a chart with twelve empty months', async () => {
  const { json } = await read({ users: [] })
  const data = json['data']
  expect(data).toMatchObject({
    totalProperties: 0,
    boostedProperties: 0,
    totalRevenue: 0,
    totalUsers: 0,
    properties: [],
    lastTransactions: [],
  })
  expect(data?.['chartData']).toHaveLength(12)
  expect(data?.['chartData']?.['11']).toEqual({
    name: 'Sep 25',
    BASIC: 0,
    STANDARD: 0,
    PREMIUM: 0,
    '1 PROPERTY': 0,
    '3 PROPERTY': 0,
    'UNLIMITED PROPERTY': 0,
  })
})

test('the chart counts a payment in its month in Indian time', async () => {
  const { json } = await read({
    transactions: [
      makePayment(1, { createdAt: '2025-08-31T18:29:59.999Z' }),
      makePayment(2, { createdAt: '2025-08-31T18:30:00.000Z', planType: 'UNLIMITED PROPERTY' }),
      makePayment(3, { createdAt: '2024-09-30T18:30:00.000Z' }),
      makePayment(4, { createdAt: '2024-09-30T18:29:59.999Z' }),
    ],
  })
  const chart = json['data']?.['chartData'] as unknown as Record<string, unknown>[]
  expect(chart.map((month) => month['name'])).toEqual(
    'Oct 24,Nov 24,Dec 24,Jan 25,Feb 25,Mar 25,Apr 25,May 25,Jun 25,Jul 25,Aug 25,Sep 25'.split(
      ',',
    ),
  )
  expect(chart[0]).toMatchObject({ BASIC: 499 })
  expect(chart[10]).toMatchObject({ BASIC: 499 })
  expect(chart[11]).toMatchObject({ BASIC: 0, 'UNLIMITED PROPERTY': 499 })
})

test('the dashboard lists the pending listings, oldest first, and below them the others, latest decision first', async () => {
  const { json } = await read({
    listings: [
      makeListing(10, { status: 'approved', updatedAt: '2025-07-01T00:00:00.000Z' }),
      makeListing(11, { status: 'rejected', updatedAt: '2025-08-01T00:00:00.000Z' }),
      makeListing(12),
      makeListing(13, { status: null }),
      makeListing(14),
    ],
  })
  const board = json['data']?.['properties'] as unknown as { _id: string }[]
  expect(board.map((listing) => listing._id)).toEqual([12, 13, 14, 11, 10].map(idOf))
})

test('the dashboard lists at most fifty listings', async () => {
  const make = (status: 'pending' | 'approved') => (_: unknown, index: number) =>
    makeListing(index + (status === 'pending' ? 100 : 200), { status })
  const { json } = await read({
    listings: [
      ...Array.from({ length: 40 }, make('pending')),
      ...Array.from({ length: 40 }, make('approved')),
    ],
  })
  expect(json['data']?.['properties']).toHaveLength(50)
})

test('the dashboard has the last ten captured payments, newest first, with their payers', async () => {
  const { json } = await read({
    transactions: Array.from({ length: 14 }, (_, index) =>
      makePayment(index + 10, {
        createdAt: `2025-09-${String(index + 1).padStart(2, '0')}T00:00:00.000Z`,
        state: index === 13 ? 'failed' : 'captured',
      }),
    ),
  })
  const last = json['data']?.['lastTransactions']
  expect(last).toHaveLength(10)
  expect(last?.['0']).toEqual({
    _id: idOf(22),
    id: idOf(22),
    user: { id: idOf(1), name: 'Asha Rao' },
    planType: 'BASIC',
    planCategory: 'Boast',
    amount: 499,
    razorpayPaymentId: 'pay_00000000000022',
    createdAt: '2025-09-13T00:00:00.000Z',
  })
})

test('a repeated request for the dashboard gets a 304 until a boost expires', async () => {
  const boostedUntil = '2025-09-17T07:00:00.000Z'
  const first = await read({ listings: [makeListing(2, { boostedUntil })] })
  const tag = first.headers.get('ETag') ?? ''
  const same = await reread({ 'If-None-Match': tag })
  expect(same).toMatchObject({ status: 304, text: '' })
  expect(same.headers.get('ETag')).toBe(tag)
  server.clock.advance(3_600_000)
  const later = await reread({ 'If-None-Match': tag })
  expect(later).toMatchObject({ status: 200, json: { data: { boostedProperties: 0 } } })
})
