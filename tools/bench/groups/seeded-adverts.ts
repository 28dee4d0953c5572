import type { PhotoHashes } from '#server/platform/media/formats/photo-hashes.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import type { SeededRandom } from '#tools/faults/sim/seeded-random.ts'

// Adverts of a market in which many flats are alike: few sizes in each locality, and prices in steps.

export interface SeededAdvert {
  owner: number
  floor: number
  content: PostingDraft
  photos: readonly PhotoHashes[]
}

const CITIES = ['Mumbai', 'Pune', 'Bengaluru', 'Chennai', 'Hyderabad', 'Delhi', 'Jaipur', 'Kochi']
const PINS = 25 // of a city
const LOCALITIES = ['Green Park', 'Lake View', 'Station Road']
const KINDS = ['apartment', 'apartment', 'apartment', 'builder-floor', 'house', 'villa'] as const
const OWNERS = 20_000
const FLOORS = 12

/** What an owner writes about a home on this floor. */
export function makeContent(floor: number, random: SeededRandom): PostingDraft {
  const city = Math.min(random.int(CITIES.length), random.int(CITIES.length)) // the first ones have most
  const pin = Math.min(random.int(PINS), random.int(PINS))
  const bhk = 1 + random.int(4)
  const area = bhk * 350 + random.int(12) * 25
  const isSale = random.chance(0.55)
  const rate = 4_000 + ((city * 31 + pin * 7) % 10) * 800 + random.int(1_200)
  const amount = isSale ? round(area * rate, 50_000) : round((area * rate) / 300, 500)
  const draft: PostingDraft = {
    ...EMPTY_DRAFT,
    deal: isSale ? 'sell' : 'rent',
    kind: random.pick(KINDS),
    city: CITIES[city] ?? '',
    pincode: String(400_001 + city * 1_000 + pin),
    locality: random.pick(LOCALITIES),
    area,
    bhk,
    price: isSale ? amount : null,
    rent: isSale ? null : amount,
  }
  return { ...draft, ...writeText(draft, floor, random) }
}

export function chooseFloor(random: SeededRandom): number {
  return 1 + random.int(FLOORS)
}

/** Some are brokers with many adverts. */
export function chooseOwner(random: SeededRandom): number {
  return Math.min(random.int(OWNERS), random.int(OWNERS))
}

export function round(amount: number, step: number): number {
  return Math.max(step, Math.round(amount / step) * step)
}

/** A price within `share` of the old one, above or below it. */
export function movePrice(content: PostingDraft, share: number): PostingDraft {
  const move = (amount: number | null) =>
    amount === null ? null : Math.round(amount * (1 + share))
  return { ...content, price: move(content.price), rent: move(content.rent) }
}

const OPENINGS = [
  'Spacious {bhk} BHK in {locality}',
  'Well kept {bhk} bedroom home, {locality}',
  'Bright {bhk} BHK near the market of {locality}',
  '{locality}: {bhk} BHK with balcony',
]
const SENTENCES = [
  'Lift, covered parking and water all day.',
  'Close to schools, the metro and a hospital.',
  'The kitchen is modular and has a chimney.',
  'Two balconies look over the garden.',
  'Vitrified tiles, fans and wardrobes in each room.',
  'The society has a gym, a pool and a guard at the gate.',
  'Only families. No brokerage.',
  'Ready to move in, papers are clear.',
  'East facing with plenty of daylight and air.',
  'Recently painted; the fittings are new.',
]

/** A title and a description on this floor, in words that differ each time. */
export function writeText(
  { bhk, locality }: PostingDraft,
  floor: number,
  random: SeededRandom,
): Pick<PostingDraft, 'title' | 'description'> {
  const title = random
    .pick(OPENINGS)
    .replace('{bhk}', String(bhk))
    .replace('{locality}', locality ?? '')
  const from = random.int(SENTENCES.length)
  const step = random.pick([1, 3, 7, 9]) // without a common divisor with the number of sentences
  const sentences = [0, 1, 2, 3].map((place) => SENTENCES[(from + place * step) % SENTENCES.length])
  const isFloorNamed = random.chance(0.6)
  return {
    title,
    description: `${isFloorNamed ? `On floor ${floor}. ` : ''}${sentences.join(' ')}`,
  }
}
