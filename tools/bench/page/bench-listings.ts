import type { Listing } from '#src/domain/listing/listing.ts'

const CITIES = ['Pune', 'Bengaluru', 'Mumbai', 'Hyderabad', 'Chennai', 'Ahmedabad']
const DAY_MS = 86_400_000
const NEWEST = Date.UTC(2025, 8, 17)

/** Listings as a read returns them, newest first. Each is about as large as a demo listing. */
export function makeListings(count: number): Listing[] {
  return Array.from({ length: count }, (_, index) => makeListing(index))
}

/** The list as the next read returns it: `changedCount` evenly spread rows differ, all others are equal. */
export function withChanged(listings: readonly Listing[], changedCount: number): Listing[] {
  const stride = Math.floor(listings.length / changedCount)
  return listings.map((listing, index) =>
    index % stride === 0 ? { ...listing, status: 'approved', version: 2 } : listing,
  )
}

export function makeListing(index: number): Listing {
  const createdAt = new Date(NEWEST - (index * DAY_MS) / 24).toISOString()
  const city = CITIES[index % CITIES.length] ?? null
  const folder = `/media/walkthroughs/${index % 12}`
  return {
    id: (index + 1).toString(16).padStart(24, '0'),
    version: 1,
    name: `${(index % 4) + 1} BHK flat with a balcony, tower ${index}, ${city}`,
    videoUrl: index % 3 === 0 ? `${folder}.mp4` : null,
    posterUrl: index % 3 === 0 ? `${folder}.webp` : null,
    propertyType: 'Apartment',
    saleType: index % 5 === 0 ? 'Rent' : 'Sell',
    bhk: `${(index % 4) + 1} BHK`,
    createdAt,
    updatedAt: createdAt,
    ownerId: (index % 700).toString(16).padStart(24, '0'),
    ownerName: `Owner number ${index % 700}`,
    ownerPhone: `+91 98${String(index % 700).padStart(8, '0')}`,
    ownerEmail: `owner-${index % 700}@example.in`,
    city,
    pincode: String(411_001 + (index % 90)),
    furnishing: 'Semi-furnished',
    price: 4_500_000 + index * 1_000,
    rent: null,
    status: 'pending',
    startingBid: null,
    auctionEndsAt: null,
    boostedUntil: null,
    resubmittedAt: null,
    waitsSince: null,
    dueSoonAt: null,
    dueAt: null,
    sellerState: 'posted',
    hasReason: false,
    deciderId: null,
    deciderName: null,
    hints: null,
    assigneeId: null,
    assigneeName: null,
  }
}
