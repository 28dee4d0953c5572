import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import { saleTabOf } from '#src/domain/listing/listing.ts'
import { formatRupees, groupIndian, toRupees } from '#src/domain/money.ts'
import type { SubmissionCheck } from './check-wire.ts'

export const LEAST_COMPARED = 10 // with fewer, one unusual listing moves the median far
const UNUSUAL_TIMES = 3 // size and locality alone can halve or double the price of homes of one kind in one city
const PERCENT = 100

/** The column with the amount that buyers compare. The kind of deal decides which column this is. */
export type PriceColumn = 'price_paise' | 'rent_paise' | 'starting_bid_paise'

const AMOUNTS = {
  price_paise: { field: 'price', words: (amount: string) => `The price of ${amount}` },
  rent_paise: { field: 'rent', words: (amount: string) => `The rent of ${amount} a month` },
  starting_bid_paise: {
    field: 'startingBid',
    words: (amount: string) => `The starting bid of ${amount}`,
  },
} as const satisfies Record<PriceColumn, unknown>

export function priceColumnOf({ sale_type: saleType }: ListingRow): PriceColumn {
  const tab = saleTabOf({ saleType })
  if (tab === 'rent') return 'rent_paise'
  return tab === 'auction' ? 'starting_bid_paise' : 'price_paise'
}

/**
 * Compares the listing's amount with `compared`, the amounts of similar listings in paise. Null for a
 * usual or missing amount, or if too few listings are similar.
 */
export function checkPrice(
  listing: ListingRow,
  compared: readonly number[],
): SubmissionCheck | null {
  const column = priceColumnOf(listing)
  const amount = listing[column]
  const median = medianOf(compared)
  if (amount === null || compared.length < LEAST_COMPARED || median <= 0) return null
  const times = amount / median
  if (times < UNUSUAL_TIMES && times > 1 / UNUSUAL_TIMES) return null
  const { field, words } = AMOUNTS[column]
  const share = times > 1 ? `${round(times)} times` : `${Math.round(times * PERCENT)} % of`
  const others = `${groupIndian(compared.length)} ${pluralOf(listing.property_type)} in ${listing.city}`
  const sentence = `${words(rupees(amount))} is ${share} ${rupees(median)}, the median of ${others}.`
  return { code: 'unusual-price', sentence, field, listing: null }
}

function medianOf(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((one, other) => one - other)
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1].map((at) => sorted[at] ?? 0)
  return ((low ?? 0) + (high ?? 0)) / 2
}

function rupees(paise: number): string {
  return formatRupees(toRupees(paise))
}

/** Formats as '3.4' below ten, and as '12' from ten on. */
function round(times: number): string {
  return times < 10 ? String(Number(times.toFixed(1))) : groupIndian(Math.round(times))
}

/** Turns 'Independent House' into 'independent houses', and 'PG' into 'PGs'. */
function pluralOf(kind: string): string {
  const word = kind === kind.toUpperCase() ? kind : kind.toLowerCase()
  return `${word}s`
}
