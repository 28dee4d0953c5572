import { expect, test } from 'vitest'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { idsOf, makeListingCalls } from './listing-calls.ts'

/** Starts a server with the listings, and reads the list. */
async function readList(listings: ReturnType<typeof makeListing>[]) {
  const users = [makeUser(), makeUser({ id: idOf(9), email: 'n@example.in', fullName: null })]
  const server = await startServerForTest({ seed: makeMarket({ users, listings }) })
  return (await makeListingCalls(server, await server.signIn()).read()).json
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
  const bare = makeListing(3, { status: null, ownerId: idOf(9), pricePaise: null })
  const json = await readList([auction, bare])
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
    // Submitted on a Sunday: due at the end of the Monday after.
    waitsSince: '2025-06-01T00:02:00.000Z',
    dueSoonAt: '2025-06-02T10:30:00.000Z',
    dueAt: '2025-06-02T12:30:00.000Z',
  })
  expect(json['data']?.['0']).not.toHaveProperty('status')
  expect(json['data']?.['0']).toMatchObject({ auctionDetails: null, ownerDetails: { name: null } })
})

test('the whole list is complete, newest first, even if its 1,200 listings fill six chunks exactly and have one creation time', async () => {
  const createdAt = '2025-06-01T00:00:00.000Z'
  const make = (_: unknown, index: number) => makeListing(index + 10, { createdAt })
  const listings = Array.from({ length: 1200 }, make)
  expect(idsOf(await readList(listings))).toEqual(listings.map(({ id }) => id).reverse())
})
