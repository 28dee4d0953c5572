import { describe, expect, it } from 'vitest'
import { type DemoData, makeDemoData } from '#server/demo/demo-data.ts'
import { LOCALITIES } from '#server/demo/demo-localities.ts'
import { REVENUE_SERIES } from '#src/domain/dashboard.ts'
import { indianMonth } from '#src/domain/dates.ts'

type Listing = DemoData['listings'][number]

const NOW = new Date('2026-02-14T08:20:00.000Z')
const NOW_TEXT = NOW.toISOString()
const { listings, transactions } = makeDemoData(NOW)
const ofType = (saleType: string) => listings.filter((listing) => listing.saleType === saleType)
const TRAITS = ['home', 'villa', 'pg', 'office', 'shop', 'warehouse', 'plot', 'sea', 'lake']

describe('places', () => {
  it('have a valid pincode each, and only known traits, such as "sea" or "plot"', () => {
    for (const { pincode, traits } of LOCALITIES) {
      expect(pincode).toMatch(/^[1-9]\d{5}$/)
      for (const trait of traits) expect(TRAITS).toContain(trait)
    }
  })

  it('each listing has a city and a pincode of that city', () => {
    const known = new Set(LOCALITIES.map(({ city, pincode }) => `${city} ${pincode}`))
    for (const { city, pincode } of listings) expect(known).toContain(`${city} ${pincode}`)
    expect(new Set(listings.map(({ city }) => city)).size).toBeGreaterThan(15)
  })
})

describe('prices', () => {
  it('a sale price is between 20 lakh and 30 crore rupees', () => {
    for (const { pricePaise } of [...ofType('Sell'), ...ofType('Auction')]) {
      expect(pricePaise).toBeGreaterThanOrEqual(2_000_000_00)
      expect(pricePaise).toBeLessThanOrEqual(300_000_000_00)
    }
  })

  it('the monthly rent of a listing equals its listed price, and is far below any sale price', () => {
    const cheapestSale = Math.min(...ofType('Sell').map(({ pricePaise }) => pricePaise ?? 0))
    for (const { rentPaise, pricePaise } of [...ofType('Rent'), ...ofType('PG')]) {
      expect(rentPaise).toBe(pricePaise)
      expect(rentPaise).toBeGreaterThanOrEqual(4_000_00)
      expect(rentPaise).toBeLessThan(cheapestSale / 3)
    }
  })

  it('a PG bed costs less than 20,000 rupees a month', () => {
    for (const { rentPaise } of ofType('PG')) expect(rentPaise).toBeLessThan(20_000_00)
  })

  it('only rentals have a rent, and only auctions have a starting bid and an end', () => {
    for (const listing of listings) {
      expect(listing.rentPaise !== null).toBe(['Rent', 'PG'].includes(listing.saleType))
      expect(listing.startingBidPaise !== null).toBe(listing.saleType === 'Auction')
      expect(listing.auctionEndsAt !== null).toBe(listing.saleType === 'Auction')
    }
  })

  it('bidding starts below the market price', () => {
    for (const { startingBidPaise, pricePaise } of ofType('Auction')) {
      expect(startingBidPaise).toBeLessThan((pricePaise ?? 0) * 0.9)
      expect(startingBidPaise).toBeGreaterThan((pricePaise ?? 0) * 0.5)
    }
  })

  it('every amount in paise is a whole number of rupees', () => {
    const amounts = listings.flatMap((listing) => [
      listing.pricePaise ?? 0,
      listing.rentPaise ?? 0,
      listing.startingBidPaise ?? 0,
    ])
    for (const amount of amounts) expect(amount % 100).toBe(0)
  })
})

describe('auctions and boosts', () => {
  it('some auctions are running and some have ended', () => {
    const hasEnded = ({ auctionEndsAt }: Listing) => (auctionEndsAt ?? '') < NOW_TEXT
    expect(ofType('Auction').filter(hasEnded).length).toBeGreaterThan(4)
    expect(ofType('Auction').filter((auction) => !hasEnded(auction)).length).toBeGreaterThan(2)
    for (const { auctionEndsAt, createdAt } of ofType('Auction')) {
      expect((auctionEndsAt ?? '') > createdAt).toBe(true)
    }
  })

  it('some boosts are running, some have expired, and each was paid by the owner', () => {
    const boosted = listings.filter(({ boostedUntil }) => boostedUntil !== null)
    const isRunning = ({ boostedUntil }: Listing) => (boostedUntil ?? '') > NOW_TEXT
    expect(boosted.filter(isRunning).length).toBeGreaterThan(8)
    expect(boosted.filter((listing) => !isRunning(listing)).length).toBeGreaterThan(4)
    for (const { ownerId, boostedUntil, status } of boosted) {
      expect(status).toBe('approved')
      const paid = transactions.filter(
        ({ userId, planCategory, createdAt }) =>
          userId === ownerId && planCategory === 'Boast' && createdAt < (boostedUntil ?? ''),
      )
      expect(paid.length).toBeGreaterThan(0)
    }
  })
})

describe('payments', () => {
  it('buy the six plans, each at a single price', () => {
    const prices = new Map<string, Set<number>>()
    for (const { planType, amountPaise } of transactions) {
      prices.set(planType, (prices.get(planType) ?? new Set()).add(amountPaise))
    }
    expect([...prices.keys()].sort()).toEqual(REVENUE_SERIES.map(({ key }) => key).sort())
    for (const amounts of prices.values()) expect(amounts.size).toBe(1)
    expect([...(prices.get('UNLIMITED PROPERTY') ?? [])]).toEqual([9_999_00])
  })

  it('belong to one of two categories and have a payment number', () => {
    for (const { planType, planCategory, razorpayPaymentId } of transactions) {
      expect(planCategory).toBe(planType.includes('PROPERTY') ? 'Property Plan' : 'Boast')
      expect(razorpayPaymentId).toMatch(/^pay_[A-Za-z0-9]{14}$/)
    }
    expect(new Set(transactions.map(({ razorpayPaymentId }) => razorpayPaymentId)).size).toBe(220)
  })

  it('a few failed, a few were refunded in part, a few in full', () => {
    const failed = transactions.filter(({ state }) => state === 'failed')
    const whole = transactions.filter(
      ({ refundedPaise, amountPaise }) => refundedPaise === amountPaise,
    )
    const part = transactions.filter(
      ({ refundedPaise, amountPaise }) => refundedPaise > 0 && refundedPaise < amountPaise,
    )
    for (const { refundedPaise } of failed) expect(refundedPaise).toBe(0)
    for (const some of [failed, whole, part]) {
      expect(some.length).toBeGreaterThan(2)
      expect(some.length).toBeLessThan(20)
    }
  })

  it('occur in every month, and increasingly often', () => {
    const months = new Set(transactions.map(({ createdAt }) => indianMonth(createdAt)))
    expect(months.size).toBeGreaterThanOrEqual(14)
    const half = transactions.length / 2
    const middle = transactions[half]?.createdAt ?? ''
    const sevenMonthsAgo = new Date(NOW.getTime() - 213 * 86_400_000).toISOString()
    expect(middle > sevenMonthsAgo).toBe(true)
  })
})
