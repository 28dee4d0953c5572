import type { Kind, SaleType } from './demo-kinds.ts'
import type { Locality } from './demo-localities.ts'
import type { DemoRandom } from './demo-random.ts'

export interface DemoPrice {
  /** The asking price; null for rentals, which have a rent instead, as in listings of owners. */
  pricePaise: number | null
  rentPaise: number | null
  startingBidPaise: number | null
}

const CRORE = 10_000_000 // rupees
const LAKH = 100_000 // rupees
const PAISE = 100 // per rupee
const PG_BASE = 5_500 // rupees per month for a bed, to which PG_SLOPE adds the locality's part
const PG_SLOPE = 0.2 // extra rupees per month for each rupee of the flat price per square foot
const PG_USUAL_AREA = 150 // square feet per bed in a double room

/** The price of this kind of property in this size and locality, rounded like real prices. */
export function priceOf(
  stock: { saleType: SaleType; kind: Kind },
  locality: Locality,
  area: number,
  random: DemoRandom,
): DemoPrice {
  if (stock.saleType === 'PG') {
    const bed = (PG_BASE + locality.rate * PG_SLOPE) * (area / PG_USUAL_AREA)
    return monthly(roundTo(bed, 500))
  }
  const market = locality.rate * stock.kind.factor * area * random.between(0.93, 1.08)
  if (stock.saleType === 'Rent') return monthly(roundRent((market * stock.kind.rentYield) / 12))
  const price = roundPrice(market)
  const bid = stock.saleType === 'Auction' ? roundPrice(market * random.between(0.62, 0.8)) : null
  return {
    pricePaise: price * PAISE,
    rentPaise: null,
    startingBidPaise: bid === null ? null : bid * PAISE,
  }
}

function monthly(rent: number): DemoPrice {
  return { pricePaise: null, rentPaise: rent * PAISE, startingBidPaise: null }
}

const roundTo = (amount: number, step: number) => Math.round(amount / step) * step

function roundPrice(amount: number): number {
  if (amount >= 2 * CRORE) return roundTo(amount, 5 * LAKH)
  return roundTo(amount, amount >= CRORE ? LAKH : LAKH / 2)
}

function roundRent(amount: number): number {
  return roundTo(amount, amount >= LAKH ? 5_000 : 500)
}
