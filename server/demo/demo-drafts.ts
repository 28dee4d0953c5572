import { type Kind, type SaleType, STOCK } from './demo-kinds.ts'
import { LOCALITIES, type Locality } from './demo-localities.ts'
import { getAt, makeDemoRandom } from './demo-random.ts'

export interface Draft {
  saleType: SaleType
  kind: Kind
  locality: Locality
  title: string
  bhk: string | null
  /** Square feet. */
  area: number
}

/**
 * From one listing's locality to the next one's: the list is ordered by city, so 17 leads to another city. It has no
 * common factor with any trait's number of localities, so that all of them get listings.
 */
const PLACE_STRIDE = 17

/**
 * The properties and localities of the listings, without owners. Each property gets the next
 * locality with its trait.
 */
export function makeDrafts(): Draft[] {
  const taken = new Map<string, number>()
  const next = (key: string) => {
    const number = taken.get(key) ?? 0
    taken.set(key, number + 1)
    return number
  }
  return STOCK.flatMap(({ saleType, kind, count }) => {
    const places = LOCALITIES.filter((locality) => locality.traits.includes(kind.trait))
    return Array.from({ length: count }, (): Draft => {
      const locality = getAt(places, next(kind.trait) * PLACE_STRIDE)
      const number = next(kind.propertyType)
      const size = getAt(kind.sizes, number)
      const area = makeDemoRandom(`area ${kind.propertyType} ${number}`).whole(
        size.least,
        size.most,
      )
      const title = titleOf(kind, locality, size.bhk, number)
      return { saleType, kind, locality, title, bhk: size.bhk, area }
    })
  })
}

function titleOf(kind: Kind, locality: Locality, bhk: string | null, number: number): string {
  return viewTitle(kind, locality, number)
    .replace('{bhk}', bhk ?? '')
    .replace('{place}', locality.name)
}

function viewTitle(kind: Kind, locality: Locality, number: number): string {
  const isApartment = kind.propertyType === 'Apartment'
  if (isApartment && locality.traits.includes('sea')) return 'Sea-view {bhk} in {place}'
  if (isApartment && locality.traits.includes('lake')) return 'Lake-view {bhk} in {place}'
  return getAt(kind.titles, number)
}
