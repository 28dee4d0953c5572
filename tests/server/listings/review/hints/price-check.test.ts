import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkPrice,
  LEAST_COMPARED,
  priceColumnOf,
} from '#server/listings/review/hints/price-check.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'

const LAKH = 100_000_00 // paise

/** The fields of a listing that the check reads. */
const LISTING = {
  property_type: 'Apartment',
  sale_type: 'Sell',
  city: 'Pune',
  price_paise: 95 * LAKH,
  rent_paise: null,
  starting_bid_paise: null,
} as ListingRow
const times = (count: number, amount: number) => Array.from({ length: count }, () => amount)

test.each<[Partial<ListingRow>, number[], string | null]>([
  [
    {},
    times(24, 30 * LAKH),
    'The price of ₹95,00,000 is 3.2 times ₹30,00,000, the median of 24 apartments in Pune.',
  ],
  [
    { price_paise: 9_50_00_000_00 },
    times(10, 30 * LAKH),
    'The price of ₹9,50,00,000 is 32 times ₹30,00,000, the median of 10 apartments in Pune.',
  ],
  [
    { price_paise: 9_50_000_00, property_type: 'Independent House' },
    times(12, 30 * LAKH),
    'The price of ₹9,50,000 is 32 % of ₹30,00,000, the median of 12 independent houses in Pune.',
  ],
  [
    { sale_type: 'PG', property_type: 'PG', rent_paise: 96_000_00, price_paise: 96_000_00 },
    [...times(5, 30_000_00), ...times(5, 34_000_00)],
    'The rent of ₹96,000 a month is 3 times ₹32,000, the median of 10 PGs in Pune.',
  ],
  [
    { sale_type: 'Auction', starting_bid_paise: 90 * LAKH, price_paise: 30 * LAKH },
    times(11, 30 * LAKH),
    'The starting bid of ₹90,00,000 is 3 times ₹30,00,000, the median of 11 apartments in Pune.',
  ],
  [{ price_paise: 89 * LAKH }, times(24, 30 * LAKH), null],
  [{ price_paise: 11 * LAKH }, times(24, 30 * LAKH), null],
  [{ price_paise: null }, times(24, 30 * LAKH), null],
  [{}, times(LEAST_COMPARED - 1, LAKH), null],
  [{}, [], null],
  [{}, times(24, 0), null],
])(
  'the check of %o against the amounts %j reports %s (null: nothing)',
  (change, compared, sentence) => {
    expect(checkPrice({ ...LISTING, ...change }, compared)?.sentence ?? null).toBe(sentence)
  },
)

test('only amounts of at least three times or at most a third of the median are reported', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_000_00 })
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 40 }), (price, compared) => {
      const check = checkPrice({ ...LISTING, price_paise: price }, compared)
      const above = compared.filter((one) => price >= 3 * one).length
      const below = compared.filter((one) => price <= one / 3).length
      if (compared.length < LEAST_COMPARED) expect(check).toBeNull()
      else if (above > compared.length / 2) expect(check?.sentence).toMatch(/ is [\d,.]+ times /)
      else if (below > compared.length / 2) expect(check?.sentence).toMatch(/ is \d+ % of /)
      else if (Math.max(above, below) < compared.length / 2) expect(check).toBeNull()
    }),
  )
})

test.each([
  ['Sell', 'price_paise'],
  ['Rent', 'rent_paise'],
  ['PG', 'rent_paise'],
  ['Auction', 'starting_bid_paise'],
  ['Lease', 'price_paise'],
])('a listing of the sale type %s is compared by its %s', (sale_type, column) => {
  expect(priceColumnOf({ ...LISTING, sale_type })).toBe(column)
})
