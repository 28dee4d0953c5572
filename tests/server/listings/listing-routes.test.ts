import { afterEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

let server: TestServer
let token: string

async function start(listings: ReturnType<typeof makeListing>[]) {
  const users = [makeUser(), makeUser({ id: idOf(9), email: 'n@example.in', fullName: null })]
  server = await startTestServer({ seed: makeMarket({ users, listings }), inMemory: true })
  token = await server.signIn()
}
afterEach(() => server.close())

function read(query = '') {
  return call(server, 'GET', `/api/admin/properties${query}`, { token })
}

function idsOf(json: Awaited<ReturnType<typeof read>>['json']) {
  return (json['data'] as unknown as { _id: string }[]).map((listing) => listing._id)
}

test('a listing has its amounts in rupees, and no status field when none is stored', async () => {
  const auction = makeListing(2, {
    saleType: 'Auction',
    pricePaise: 12_345_67,
    startingBidPaise: 9_999_999_999_99,
    auctionEndsAt: '2025-10-01T12:00:00.000Z',
    videoUrl: '/media/videos/hall.mp4',
    posterUrl: '/media/posters/hall.jpg',
  })
  await start([auction, makeListing(3, { status: null, ownerId: idOf(9), pricePaise: null })])
  const { json } = await read()
  expect(json['success']).toBe(true)
  expect(json['data']?.['1']).toEqual({
    _id: idOf(2),
    id: idOf(2),
    version: 1,
    propertyName: 'Flat 2',
    video: '/media/videos/hall.mp4',
    poster: '/media/posters/hall.jpg',
    propertyType: 'Apartment',
    saleType: 'Auction',
    bhkDetails: '2 BHK',
    createdAt: '2025-06-01T00:02:00.000Z',
    updatedAt: '2025-06-01T00:02:00.000Z',
    ownerDetails: {
      id: idOf(1),
      name: 'Asha Rao',
      phoneNumber: '+91 98765 43210',
      email: 'asha.rao@example.in',
    },
    city: 'Pune',
    pincode: '411001',
    furnishingType: 'Unfurnished',
    propertyPrice: 12345.67,
    rentAmount: null,
    status: 'pending',
    auctionDetails: {
      startingBidAmount: 9_999_999_999.99,
      auctionEndDateTime: '2025-10-01T12:00:00.000Z',
    },
    boostedUntil: null,
  })
  expect(json['data']?.['0']).not.toHaveProperty('status')
  expect(json['data']?.['0']).toMatchObject({ auctionDetails: null, ownerDetails: { name: null } })
})

describe('the whole list', () => {
  test('is complete without a query, newest first, with each listing once', async () => {
    await start(Array.from({ length: 1200 }, (_, index) => makeListing(index + 10)))
    const ids = idsOf((await read()).json)
    expect(ids).toHaveLength(1200)
    expect(new Set(ids).size).toBe(1200)
    expect(ids).toEqual([...ids].sort().reverse())
  })

  test('is complete when its 400 listings fill two chunks exactly and all have the same creation time', async () => {
    const createdAt = '2025-06-01T00:00:00.000Z'
    const make = (_: unknown, index: number) => makeListing(index + 10, { createdAt })
    await start(Array.from({ length: 400 }, make))
    expect(new Set(idsOf((await read()).json)).size).toBe(400)
  })

  test('does not block a change while its answer is being sent', async () => {
    await start(Array.from({ length: 1200 }, (_, index) => makeListing(index + 10)))
    const whole = await server.app.request('/api/admin/properties', {
      headers: { Authorization: `Bearer ${token}` },
    })
    // The body of the list has not been read yet, and a change must not wait until it is.
    const path = `/api/admin/properties/${idOf(10)}/status`
    const change = await call(server, 'PATCH', path, { token, body: { status: 'approved' } })
    expect(change.status).toBe(200)
    expect(JSON.parse(await whole.text())).toMatchObject({ success: true })
  })
})
