import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing.ts'

/** A queued approval of listing-1, to be varied by tests. */
export function sampleChange(overrides: Partial<Change> = {}): Change {
  return {
    seq: 1,
    key: 'a-key-of-its-own-1',
    format: CHANGE_FORMAT,
    userId: 'asha',
    listingId: 'listing-1',
    listingName: 'Sea view',
    action: { kind: 'status', to: 'approved' },
    origin: 'board',
    from: 'pending',
    baseVersion: 3,
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    fence: 0,
    leasedUntil: 0,
    lastError: null,
    conflict: null,
    ackedAs: null,
    ackedVersion: null,
    queuedAt: 0,
    ...overrides,
  }
}

/** A pending listing, to be varied by tests. */
export function sampleListing(overrides: Partial<Listing> = {}): Listing {
  return {
    id: 'listing-1',
    version: 3,
    name: 'Sea view',
    videoUrl: null,
    posterUrl: null,
    propertyType: 'Apartment',
    saleType: 'Sell',
    bhk: '2 BHK',
    createdAt: '2026-06-01T06:00:00.000Z',
    updatedAt: null,
    ownerName: 'Ravi',
    city: 'Pune',
    pincode: '411001',
    furnishing: null,
    price: 4_500_000,
    rent: null,
    status: 'pending',
    startingBid: null,
    auctionEndsAt: null,
    boostedUntil: null,
    ...overrides,
  }
}
