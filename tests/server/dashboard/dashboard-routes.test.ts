import { expect, test } from 'vitest'
import type { DemoData } from '#server/demo/demo-data.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket, makePayment, makeUser } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

let server: TestServer

async function read(data: Partial<DemoData>) {
  server = await startServerForTest({ seed: makeMarket(data) })
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

test('the queue counts all waiting listings, and those decided since midnight in India', async () => {
  // 06:30 UTC is noon in India, so the day began at 18:30 UTC the day before.
  await read({
    listings: [2, 3, 4, 5, 6].map((place) => makeListing(place, { status: 'pending' })),
  })
  const token = await server.signIn()
  const queue = async () => (await reread()).json['data']?.['queue']
  const decide = (place: number, status: string) =>
    call(server, 'PATCH', `/api/admin/properties/${idOf(place)}/status`, {
      token,
      body: { status },
    })
  expect(await queue()).toEqual({ waiting: 5, decidedToday: 0 })

  await decide(2, 'approved')
  await decide(3, 'rejected')
  await decide(3, 'approved') // one listing, decided twice
  await decide(4, 'rejected')
  await decide(4, 'pending') // taken back
  expect(await queue()).toEqual({ waiting: 3, decidedToday: 2 })

  server.clock.advance(12 * 3_600_000) // after midnight in India
  expect(await queue()).toEqual({ waiting: 3, decidedToday: 0 })
  await decide(5, 'approved')
  expect(await queue()).toEqual({ waiting: 2, decidedToday: 1 })
})

test('the dashboard of an empty marketplace has zero figures and a chart with twelve empty months', async () => {
  const { json } = await read({ users: [] })
  expect(json['data']).toMatchObject({
    totalProperties: 0,
    boostedProperties: 0,
    totalRevenue: 0,
    totalUsers: 0,
    properties: [],
    lastTransactions: [],
  })
  const chart = Object.values(json['data']?.['chartData'] ?? {})
  expect(chart).toHaveLength(12)
  const none = { BASIC: 0, STANDARD: 0, PREMIUM: 0 }
  const few = { '1 PROPERTY': 0, '3 PROPERTY': 0, 'UNLIMITED PROPERTY': 0 }
  expect(chart.at(-1)).toEqual({ name: 'Sep 25', ...none, ...few })
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
  const chart = Object.values(json['data']?.['chartData'] ?? {})
  const of2024 = ['Oct', 'Nov', 'Dec'].map((month) => `${month} 24`)
  const of2025 = 'Jan Feb Mar Apr May Jun Jul Aug Sep'.split(' ').map((month) => `${month} 25`)
  expect(chart.map(({ name }) => name)).toEqual([...of2024, ...of2025])
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
  const board = Object.values(json['data']?.['properties'] ?? {})
  expect(board.map(({ _id }) => _id)).toEqual([12, 13, 14, 11, 10].map(idOf))
})

test('the dashboard lists at most fifty listings', async () => {
  const listings = Array.from({ length: 80 }, (_, index) =>
    makeListing(100 + index, { status: index < 40 ? 'pending' : 'approved' }),
  )
  const { json } = await read({ listings })
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
