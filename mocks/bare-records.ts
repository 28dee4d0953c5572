/** A record on the wire, with any fields. */
export type BareRecord = Record<string, unknown>

export interface BareData {
  figures: BareRecord
  chartData: BareRecord[]
  properties: BareRecord[]
  lastTransactions: BareRecord[]
  loans: BareRecord[]
  users: BareRecord[]
}

/**
 * A small data set with every case the specification leaves open: `_id` or `id`, missing status,
 * missing name, price as text.
 */
export function makeBareData(): BareData {
  const properties = makeProperties()
  return {
    figures: {
      totalProperties: properties.length,
      boostedProperties: 2,
      totalRevenue: 184_500,
      totalUsers: 3,
    },
    chartData: [
      chartPoint('Apr 25', [4_990, 7_495, 2_999, 2_997, 4_998, 9_999]),
      chartPoint('May 25', [5_489, 8_994, 5_998, 3_996, 7_497, 9_999]),
      { name: 'Jun 25', BASIC: 6_487, PREMIUM: 8_997 },
    ],
    properties,
    lastTransactions: [
      payment('665f1c2ab0d1e2f3a4b5c601', 'Asha Kulkarni', 'PREMIUM', 'Boast', 2_999),
      payment('665f1c2ab0d1e2f3a4b5c602', 'Imran Khan', '3 PROPERTY', 'Property Plan', 2_499),
      { id: '665f1c2ab0d1e2f3a4b5c603', planType: 'BASIC', planCategory: 'Boast', amount: 499 },
    ],
    loans: [
      {
        user: {
          fullName: 'Asha Kulkarni',
          phoneNumber: '+91 98201 45678',
          profilePicture: '/media/people/p01.webp',
        },
        occupationType: 'Salaried',
        income: 125_000,
        panNumber: 'ABCPK1234F',
      },
      { user: { fullName: null, phoneNumber: '+91 90080 11223' }, income: '85,000' },
      { occupationType: 'Self-employed', income: null, panNumber: 'AAAPN4321Q' },
    ],
    users: [
      member('665e0a10c1d2e3f4a5b6c701', 'Asha Kulkarni', { sell: 3, rent: 1, auction: 0 }, 1),
      member('665e0a10c1d2e3f4a5b6c702', 'Imran Khan', { sell: 1, rent: 2, auction: 1 }, 1),
      { _id: '665e0a10c1d2e3f4a5b6c703', createdAt: '2025-06-01T09:30:00.000Z' },
    ],
  }
}

function makeProperties(): BareRecord[] {
  const full = {
    video: '/media/videos/sea-view-living-room.mp4',
    propertyType: 'Apartment',
    bhkDetails: '3 BHK',
    createdAt: '2025-06-17T06:30:00.000Z',
    ownerDetails: { name: 'Asha Kulkarni' },
    furnishingType: 'Semi-furnished',
  }
  const mumbai = { city: 'Mumbai', pincode: '400050' }
  const pune = { city: 'Pune', pincode: '411045' }
  return [
    {
      ...full,
      ...mumbai,
      _id: '665f0b1ca1b2c3d4e5f60701',
      propertyName: 'Sea-view 3 BHK in Bandra West',
      saleType: 'Sell',
      propertyPrice: 72_500_000,
      status: 'pending',
    },
    {
      ...full,
      ...pune,
      id: '665f0b1ca1b2c3d4e5f60702',
      propertyName: 'Park-facing 2 BHK in Baner',
      bhkDetails: '2 BHK',
      saleType: 'Rent',
      propertyPrice: '32,000',
      status: 'approved',
    },
    {
      ...full,
      ...pune,
      _id: '665f0b1ca1b2c3d4e5f60703',
      propertyName: 'PG for professionals in Hinjawadi',
      propertyType: 'PG',
      bhkDetails: null,
      saleType: 'PG',
      propertyPrice: 9_500,
    },
    {
      ...full,
      ...mumbai,
      _id: '665f0b1ca1b2c3d4e5f60704',
      propertyName: 'Main-road shop in Dadar West',
      propertyType: 'Shop',
      bhkDetails: null,
      saleType: 'Auction',
      propertyPrice: 24_000_000,
      status: 'rejected',
      auctionDetails: {
        startingBidAmount: 17_500_000,
        auctionEndDateTime: '2025-09-05T12:30:00.000Z',
      },
    },
    {
      id: '665f0b1ca1b2c3d4e5f60705',
      saleType: 'Sell',
      propertyPrice: 5_400_000,
      status: 'pending',
    },
    { _id: '665f0b1ca1b2c3d4e5f60706', propertyName: null, saleType: 'Lease', status: 'pending' },
  ]
}

function chartPoint(name: string, amounts: readonly number[]): BareRecord {
  const [basic, standard, premium, one, three, unlimited] = amounts
  return {
    name,
    BASIC: basic,
    STANDARD: standard,
    PREMIUM: premium,
    '1 PROPERTY': one,
    '3 PROPERTY': three,
    'UNLIMITED PROPERTY': unlimited,
  }
}

function payment(
  id: string,
  name: string,
  planType: string,
  planCategory: string,
  amount: number,
): BareRecord {
  const razorpayPaymentId = `pay_${id.slice(-14)}`
  return { id, user: { name }, planType, planCategory, amount, razorpayPaymentId }
}

function member(id: string, fullName: string, posted: BareRecord, boosted: number): BareRecord {
  return {
    _id: id,
    fullName,
    profilePicture: '/media/people/p02.webp',
    createdAt: '2025-05-12T04:45:00.000Z',
    phoneNumber: '+91 98201 45678',
    email: `${fullName.toLowerCase().replace(' ', '.')}@example.in`,
    posted,
    boosted,
  }
}
