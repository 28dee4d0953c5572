import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import {
  idOf,
  makeListing,
  makeLoan,
  makeMarket,
  makePayment,
  makeUser,
} from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

async function read(path: string, data: Parameters<typeof makeMarket>[0]) {
  const server = await startServerForTest({ seed: makeMarket(data) })
  return call(server, 'GET', path, { token: await server.signIn() })
}

const newer = makeUser({
  id: idOf(7),
  fullName: null,
  email: 'new@example.in',
  createdAt: '2025-09-01T00:00:00.000Z',
})

test('each member is listed with the numbers of their listings and boosts, and with their spending', async () => {
  const boosted = { boostedUntil: '2025-12-01T00:00:00.000Z' }
  const answer = await read('/api/admin/users', {
    users: [makeUser({ pictureUrl: '/media/people/p1.jpg' }), newer],
    listings: [
      makeListing(10, boosted),
      makeListing(11, { saleType: 'Rent' }),
      makeListing(12, { saleType: 'PG', ...boosted }),
      makeListing(13, { saleType: 'Auction', boostedUntil: '2025-01-01T00:00:00.000Z' }),
    ],
    transactions: [
      makePayment(20, { amountPaise: 1_499_50, refundedPaise: 500_25 }),
      makePayment(21, { amountPaise: 999_00 }),
      makePayment(22, { state: 'failed' }),
    ],
  })
  expect(answer.json).toEqual({
    success: true,
    data: [
      {
        _id: idOf(7),
        fullName: null,
        profilePicture: null,
        createdAt: '2025-09-01T00:00:00.000Z',
        phoneNumber: '+91 98765 43210',
        email: 'new@example.in',
        posted: { sell: 0, rent: 0, auction: 0 },
        boosted: 0,
        totalSpending: 0,
        state: 'active',
      },
      {
        _id: idOf(1),
        fullName: 'Asha Rao',
        profilePicture: '/media/people/p1.jpg',
        createdAt: '2025-01-01T00:00:00.000Z',
        phoneNumber: '+91 98765 43210',
        email: 'asha.rao@example.in',
        posted: { sell: 1, rent: 2, auction: 1 },
        boosted: 2,
        totalSpending: 1998.25,
        state: 'active',
      },
    ],
  })
})

test('the members do not include the operator or any password hash', async () => {
  const answer = await read('/api/admin/users', {})
  expect(answer.json['data']).toHaveLength(1)
  expect(answer.text).not.toContain('argon2')
})

test("a member's history contains their actions, newest first", async () => {
  const answer = await read(`/api/admin/users/${idOf(1)}/history`, {
    listings: [makeListing(10, { name: null, saleType: 'Rent' })],
    transactions: [
      makePayment(20, { amountPaise: 999_00, planType: '1 PROPERTY', refundedPaise: 999_00 }),
    ],
    loans: [makeLoan(30)],
  })
  expect(answer.json['data']).toMatchObject([
    { action: 'Refund', detail: '1 Property Plan, ₹999', at: '2025-09-10T00:00:00.000Z' },
    { action: 'Payment', detail: '1 Property Plan, ₹999' },
    { action: 'Loan application', detail: 'Salaried' },
    { action: 'Listing posted', detail: 'N/A (Rent)' },
    { action: 'Joined', at: '2025-01-01T00:00:00.000Z', device: null },
  ])
})
