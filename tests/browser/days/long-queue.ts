import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { idOf, makeListing, makeUser } from '#tests/server/market-data.ts'

const WAITING = 600
const LAST_MS = 13 * 24 * 3_600_000 // the oldest has waited for thirteen days
const OWNERS = 12

/** As long as people write them, and as long as the form accepts them. */
const TITLES = [
  'Newly renovated sea-facing four bedroom apartment with two covered car parks and servant quarters in Thiruvananthapuram!',
  '3 BHK builder floor with private terrace, modular kitchen and lift near Dwarka Sector 21 metro station',
  'Plot in Kharadi',
  'Fully furnished PG for working women, meals and laundry included, five minutes from Electronic City Phase 1',
  'Independent house with borewell and rooftop solar, Venkateswarapuram Extension, Tiruchirappalli',
]
const NAMES = [
  'Venkatanarasimharajuvaripeta Subrahmanyam Lakshminarayanan',
  'Padmanabhaswamy Chandrasekharan Balasubramaniam',
  'Ila Roy',
  'Mohammed Abdul Rahman Siddiqui-Chattopadhyay',
]
const CITIES = [
  ['Thiruvananthapuram', '695001'],
  ['Pune', '411014'],
  ['Visakhapatnam', '530003'],
  ['Chhatrapati Sambhajinagar', '431001'],
] as const
const DEALS = [
  { saleType: 'Sell', pricePaise: 12_34_56_789_00 },
  { saleType: 'Rent', pricePaise: null, rentPaise: 32_000_00 },
  { saleType: 'PG', pricePaise: null, rentPaise: 9_500_00 },
  {
    saleType: 'Auction',
    pricePaise: 4_50_00_000_00,
    startingBidPaise: 3_75_00_000_00,
    auctionEndsAt: '2027-03-31T12:30:00.000Z',
  },
] as const

/** The demonstration's data, and six hundred listings more that wait for a decision, with long names and large amounts. */
export function makeLongQueue(now: Date): DemoData {
  const demo = makeDemoData(now)
  const owners = Array.from({ length: OWNERS }, (_, place) =>
    makeUser({
      id: idOf(9_000 + place),
      fullName: pick(NAMES, place),
      email: `owner.${place}.of.many.properties@subramaniam-and-daughters.example.in`,
      phoneNumber: `+91 98765 4${String(place).padStart(4, '0')}`,
    }),
  )
  const listings = Array.from({ length: WAITING }, (_, place) => {
    const at = new Date(now.getTime() - ((place + 1) / WAITING) * LAST_MS).toISOString()
    const [city, pincode] = pick(CITIES, place)
    return makeListing(20_000 + place, {
      ownerId: pick(owners, place).id,
      name: `${pick(TITLES, place)}`,
      propertyType: pick(['Apartment', 'Independent House', 'Commercial Office Space'], place),
      city,
      pincode,
      ...pick(DEALS, place),
      createdAt: at,
      updatedAt: at,
    })
  })
  return {
    ...demo,
    users: [...demo.users, ...owners],
    listings: [...listings, ...demo.listings],
  }
}

function pick<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
