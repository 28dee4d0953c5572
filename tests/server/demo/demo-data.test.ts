import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import type { DemoListing } from '#server/demo/demo-listings.ts'
import { LOCALITIES } from '#server/demo/demo-localities.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import { formatDateTime, formatTime, indianMonth } from '#src/domain/dates.ts'
import { EVENT_KINDS, EventFormSchema } from '#src/domain/event/event-payload.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import { listContacts } from '#src/domain/posting/posting-contacts.ts'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'

const NOW = new Date('2026-02-14T08:20:00.000Z')
const NOW_TEXT = NOW.toISOString()
const data = makeDemoData(NOW)
const { users, listings, transactions, loans, events } = data
const ofType = (type: string) => listings.filter(({ saleType }) => saleType === type)
const auctions = ofType('Auction')
const boosted = listings.filter(({ boostedUntil }) => boostedUntil !== null)
const owners = new Set(listings.map(({ ownerId }) => ownerId))
const isBlank = ({ content }: DemoListing) => (content?.description ?? null) === null
const hasEnded = (end: string | null) => end !== null && end < NOW_TEXT
const isRunning = (end: string | null) => end !== null && end > NOW_TEXT
const refunded = (isSo: (share: number) => boolean) =>
  transactions.filter(({ refundedPaise, amountPaise }) => isSo(refundedPaise / amountPaise))

function daysFromNow(days: number): Date {
  return new Date(NOW.getTime() + days * 86_400_000)
}

type Counted = [what: string, records: readonly unknown[], least: number, most?: number]

describe('the demo has', () => {
  it.each<Counted>([
    ['listings', listings, 130],
    ['members', users, 64],
    ['loans', loans, 32, 32],
    ['payments', transactions, 220, 220],
    ['events', events, 8, 8],
    ['upcoming events', events.filter(({ startsAt }) => isRunning(startsAt)), 4, 6],
    ['members without a name', users.filter(({ fullName }) => fullName === null), 3, 3],
    ['members without a picture', users.filter(({ pictureUrl }) => pictureUrl === null), 4],
    ['owners without a picture', users.filter((one) => owners.has(one.id) && !one.pictureUrl), 1],
    ['pending listings', listings.filter(({ status }) => status === 'pending'), 30, 30],
    ['listings without a status', listings.filter(({ status }) => status === null), 3, 3],
    ['listings without a name', listings.filter(({ name }) => name === null), 3],
    ['listings without a video', listings.filter(({ videoUrl }) => videoUrl === null), 6],
    ['listings without furnishing', listings.filter(({ furnishing }) => furnishing === null), 6],
    ['listings without a description', listings.filter(isBlank), 5, 30],
    ['cities', [...new Set(listings.map(({ city }) => city))], 16],
    ['ended auctions', auctions.filter(({ auctionEndsAt }) => hasEnded(auctionEndsAt)), 5],
    ['running auctions', auctions.filter(({ auctionEndsAt }) => isRunning(auctionEndsAt)), 3],
    ['ended boosts', boosted.filter(({ boostedUntil }) => hasEnded(boostedUntil)), 5],
    ['running boosts', boosted.filter(({ boostedUntil }) => isRunning(boostedUntil)), 9],
    ['loans with a PAN', loans.filter(({ panNumber }) => panNumber !== null), 26, 31],
    ['failed payments', transactions.filter(({ state }) => state === 'failed'), 3, 19],
    ['payments refunded in part', refunded((share) => share > 0 && share < 1), 3, 19],
    ['payments refunded in full', refunded((share) => share === 1), 3, 19],
    ...['Sell', 'Rent', 'PG', 'Auction'].flatMap((type) =>
      LISTING_STATUSES.map((wanted): Counted => {
        return [`${wanted}: ${type}`, ofType(type).filter(({ status }) => status === wanted), 3]
      }),
    ),
  ])('%s', (_, records, least, most = Number.POSITIVE_INFINITY) => {
    expect(records.length).toBeGreaterThanOrEqual(least)
    expect(records.length).toBeLessThanOrEqual(most)
  })
})

const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/))
const text = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern))
/** An amount in paise, of whole rupees. */
const rupees = (least: number, most: number) =>
  v.pipe(v.number(), v.minValue(least * 100), v.maxValue(most * 100), v.multipleOf(100))
/** A time within the last fourteen months. */
const createdAt = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((at) => at > daysFromNow(-427).toISOString() && at < NOW_TEXT),
)
const email = text(/^[a-z0-9.]+@example\.in$/)
const phoneNumber = text(/^\+91 [6-9]\d{4} \d{5}$/)
const SALE_PRICE = rupees(20_00_000, 30_00_00_000)
const UNSOLD = { startingBidPaise: v.null(), auctionEndsAt: v.null() }

describe('each record of the demo is valid:', () => {
  it.each([
    ['members', users, { email, phoneNumber, createdAt }],
    [
      'listings for sale',
      ofType('Sell'),
      { pricePaise: SALE_PRICE, rentPaise: v.null(), ...UNSOLD },
    ],
    // At most a third of the lowest sale price.
    [
      'listings to let',
      ofType('Rent'),
      { pricePaise: v.null(), rentPaise: rupees(4_000, 6_00_000), ...UNSOLD },
    ],
    ['beds', ofType('PG'), { pricePaise: v.null(), rentPaise: rupees(4_000, 19_999), ...UNSOLD }],
    [
      'auctions',
      auctions,
      {
        pricePaise: SALE_PRICE,
        rentPaise: v.null(),
        startingBidPaise: rupees(0, 30_00_00_000),
        auctionEndsAt: v.string(),
      },
    ],
    ['listings', listings, { createdAt, saleType: v.picklist(['Sell', 'Rent', 'PG', 'Auction']) }],
    [
      'loans, with the PAN of a person (fourth letter P)',
      loans,
      {
        panNumber: v.nullable(text(/^[A-Z]{3}P[A-Z](?!0000)\d{4}[A-Z]$/)),
        incomePaise: v.nullable(rupees(20_000, 5_00_000)),
      },
    ],
    ['payments', transactions, { razorpayPaymentId: text(/^pay_[A-Za-z0-9]{14}$/), createdAt }],
    ['events', events, {}],
  ])('%s', (_, records, fields: v.ObjectEntries) => {
    expect(v.safeParse(v.array(v.object({ id, ...fields })), records).issues).toBeUndefined()
  })

  it('places, each with a valid pincode, and only known traits such as "sea" or "plot"', () => {
    const known = ['home', 'villa', 'pg', 'office', 'shop', 'warehouse', 'plot', 'sea', 'lake']
    const place = v.object({ pincode: text(/^[1-9]\d{5}$/), traits: v.array(v.picklist(known)) })
    expect(v.safeParse(v.array(place), LOCALITIES).issues).toBeUndefined()
  })
})

it('the listings of the demo have no contacts in their texts, and nothing left to fill in', () => {
  const contents = listings.map(({ name, content }) => ({
    ...EMPTY_DRAFT,
    ...content,
    title: name,
  }))
  expect(contents.flatMap(listContacts)).toEqual([])
  expect(contents.filter(({ description }) => /[{}]/.test(description ?? ''))).toEqual([])
})

it.each([
  ['id', [...users, ...listings, ...transactions, ...loans, ...events].map((one) => one.id)],
  ['end of a listing’s id', listings.map((one) => one.id.slice(-6))],
  ['name of a member', users.flatMap(({ fullName }) => fullName ?? [])],
  ['e-mail address of a member', users.map(({ email }) => email)],
  ['payment number', transactions.map(({ razorpayPaymentId }) => razorpayPaymentId)],
])('each %s of the demo is unique', (_, values) => {
  expect(new Set(values).size).toBe(values.length)
})

describe('in the demo', () => {
  it('each record belongs to a member, and was created after the member joined', () => {
    const joined = new Map(users.map((one) => [one.id, one.createdAt]))
    for (const one of [...listings, ...events, ...transactions, ...loans]) {
      const owner = 'ownerId' in one ? one.ownerId : one.userId
      expect(joined.get(owner) ?? 'nobody').toSatisfy((day: string) => day < one.createdAt)
    }
  })

  it('each listing is at a known place, was decided after its creation, and its video shows its kind', () => {
    const places = LOCALITIES.map(({ city, pincode }) => `${city} ${pincode}`)
    for (const one of listings) {
      expect(places).toContain(`${one.city} ${one.pincode}`)
      const isDecided = one.status === 'approved' || one.status === 'rejected'
      expect(one.updatedAt > one.createdAt).toBe(isDecided)
      expect(one.updatedAt < NOW_TEXT).toBe(true)
      expect(one.posterUrl === null).toBe(one.videoUrl === null)
      if (one.videoUrl === null) continue
      expect(one.videoUrl.includes('shop')).toBe(one.propertyType === 'Shop')
      expect(one.videoUrl.includes('office')).toBe(one.propertyType === 'Office Space')
      expect(one.videoUrl.includes('pg-')).toBe(one.propertyType === 'PG')
    }
  })

  it('a rent is far below any sale price; bidding starts below the price', () => {
    const cheapestSale = Math.min(...ofType('Sell').map(({ pricePaise }) => pricePaise ?? 0))
    for (const { rentPaise } of [...ofType('Rent'), ...ofType('PG')]) {
      expect(rentPaise).toBeLessThan(cheapestSale / 3)
    }
    for (const { startingBidPaise, pricePaise, auctionEndsAt, createdAt: at } of auctions) {
      expect(startingBidPaise).toBeLessThan((pricePaise ?? 0) * 0.9)
      expect(startingBidPaise).toBeGreaterThan((pricePaise ?? 0) * 0.5)
      expect((auctionEndsAt ?? '') > at).toBe(true)
    }
  })

  it('each boosted listing is approved, and its owner paid for the boost', () => {
    for (const { ownerId, boostedUntil, status } of boosted) {
      expect(status).toBe('approved')
      const boosts = transactions.filter(({ planCategory }) => planCategory === 'Boast')
      const paid = boosts.filter((one) => one.userId === ownerId)
      expect(paid.some((one) => one.createdAt < (boostedUntil ?? ''))).toBe(true)
    }
  })

  it('the payments buy the six plans, each of one category and at a single price; no failed one is refunded', () => {
    const prices = new Map(transactions.map((one) => [one.planType, one.amountPaise]))
    expect([...prices.keys()].sort()).toEqual(REVENUE_SERIES.map(({ key }) => key).sort())
    expect(prices.get('UNLIMITED PROPERTY')).toBe(9_999_00)
    for (const one of transactions) {
      expect(one.amountPaise).toBe(prices.get(one.planType))
      const isOfListings = one.planType.includes('PROPERTY')
      expect(one.planCategory).toBe(isOfListings ? 'Property Plan' : 'Boast')
      if (one.state === 'failed') expect(one.refundedPaise).toBe(0)
    }
  })

  it('payments occur in every month, and increasingly often', () => {
    const months = new Set(transactions.map((one) => indianMonth(one.createdAt)))
    expect(months.size).toBeGreaterThanOrEqual(14)
    const middle = transactions[transactions.length / 2]?.createdAt ?? ''
    expect(middle > daysFromNow(-213).toISOString()).toBe(true)
  })

  it('each video, poster and portrait is among the demo files', () => {
    const urls = [
      ...users.map(({ pictureUrl }) => pictureUrl),
      ...listings.flatMap(({ videoUrl, posterUrl }) => [videoUrl, posterUrl]),
    ]
    const missing = urls.filter((url) => url !== null && !existsSync(`server/demo${url}`))
    expect([...new Set(missing)]).toEqual([])
  })
})

describe('the demo of a moment', () => {
  it('is always the same, and has the ids of other moments with its own times', () => {
    expect(makeDemoData(NOW)).toEqual(data)
    const later = makeDemoData(daysFromNow(40))
    const ids = (demo: DemoData) => [...demo.users, ...demo.listings].map((one) => one.id)
    expect(ids(later)).toEqual(ids(data))
    expect(later.listings[0]?.createdAt).not.toBe(listings[0]?.createdAt)
  })

  it('can be created on any day of a year', () => {
    for (let days = 0; days < 365; days += 13)
      expect(() => makeDemoData(daysFromNow(days))).not.toThrow()
  })
})

describe("the demo user's events", () => {
  it('are of every kind, and belong to the demo user only, who is verified', () => {
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(EVENT_KINDS))
    const owner = users.find(({ email }) => email === DEMO_USER_EMAIL)
    expect(owner).toMatchObject({ verified: true, fullName: 'Asha Kulkarni' })
    expect(new Set(events.map(({ ownerId }) => ownerId))).toEqual(new Set([owner?.id]))
  })

  it('are valid input for the event form', () => {
    for (const { title, kind, startsAt, endsAt, place, note } of events) {
      const fields = { title, kind, startsAt, endsAt, place, note }
      expect(v.safeParse(EventFormSchema, fields)).toMatchObject({ success: true, output: fields })
    }
  })

  it('start at the same Indian time of day, at whatever hour the demo is created', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const [first] = makeDemoData(new Date(Date.UTC(2026, 1, 14, hour, 20))).events
      expect(formatDateTime(first?.startsAt)).toMatch(/ Jan 26, 11:00$/)
      expect(formatTime(first?.endsAt)).toBe('13:00')
    }
  })
})
