import type { DemoData } from '#server/demo/demo-data.ts'

type Listing = DemoData['listings'][number]
type User = DemoData['users'][number]
type Payment = DemoData['transactions'][number]
type Loan = DemoData['loans'][number]

/** An id of 24 hexadecimal characters, which ends with the number. */
export function idOf(number: number): string {
  return number.toString(16).padStart(24, '0')
}

export function makeUser(change: Partial<User> = {}): User {
  return {
    id: idOf(1),
    fullName: 'Asha Rao',
    email: 'asha.rao@example.in',
    phoneNumber: '+91 98765 43210',
    pictureUrl: null,
    verified: true,
    createdAt: '2025-01-01T00:00:00.000Z',
    ...change,
  }
}

export function makeListing(number: number, change: Partial<Listing> = {}): Listing {
  const at = new Date(Date.UTC(2025, 5, 1) + number * 60_000).toISOString()
  return {
    id: idOf(number),
    ownerId: idOf(1),
    name: `Flat ${number}`,
    propertyType: 'Apartment',
    saleType: 'Sell',
    bhk: '2 BHK',
    city: 'Pune',
    pincode: '411001',
    furnishing: 'Unfurnished',
    pricePaise: 4_500_000_00,
    rentPaise: null,
    status: 'pending',
    videoUrl: null,
    posterUrl: null,
    startingBidPaise: null,
    auctionEndsAt: null,
    boostedUntil: null,
    createdAt: at,
    updatedAt: at,
    ...change,
  }
}

export function makePayment(number: number, change: Partial<Payment> = {}): Payment {
  return {
    id: idOf(number),
    userId: idOf(1),
    planType: 'BASIC',
    planCategory: 'Boast',
    amountPaise: 499_00,
    refundedPaise: 0,
    state: 'captured',
    razorpayPaymentId: `pay_${String(number).padStart(14, '0')}`,
    createdAt: '2025-09-10T00:00:00.000Z',
    ...change,
  }
}

export function makeLoan(number: number, change: Partial<Loan> = {}): Loan {
  return {
    id: idOf(number),
    userId: idOf(1),
    occupationType: 'Salaried',
    incomePaise: 85_000_00,
    panNumber: 'ABCPV1234K',
    createdAt: '2025-08-01T00:00:00.000Z',
    ...change,
  }
}

/** The data for a test server: one member, unless `change` has other members, and the records in `change`. */
export function makeMarket(change: Partial<DemoData> = {}): DemoData {
  return { users: [makeUser()], listings: [], transactions: [], loans: [], events: [], ...change }
}
