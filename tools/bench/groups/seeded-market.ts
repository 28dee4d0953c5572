import type { PhotoHashes } from '#server/platform/media/formats/photo-hashes.ts'
import { createRandom, type SeededRandom } from '#tools/faults/sim/seeded-random.ts'
import { CHANGES, hashChanged, hashDrawn } from './changed-photos.ts'
import { drawPicture } from './drawn-rooms.ts'
import { makeNearMiss, NEAR_MISSES, nameFloor } from './near-misses.ts'
import {
  chooseFloor,
  chooseOwner,
  makeContent,
  movePrice,
  round,
  type SeededAdvert,
  writeText,
} from './seeded-adverts.ts'

// A market with duplicates, near misses and other adverts. Adverts of one property have one number.

const PHOTOS = 5
const POOL = 400 // rendered pictures whose hashes the other adverts vary
const LEAST_FLIPPED = 14 // bits: other photos differ in 20 and more
const MOST_FLIPPED = 32
const HASH_DIGITS = 16

export interface MarketAdvert extends SeededAdvert {
  property: number
  /** What was done to the photos of one of two duplicates. */
  changes?: string
}

export interface SeededMarket {
  adverts: MarketAdvert[]
  /** Places in `adverts` of the originals and their copies, in turn. */
  duplicates: number[]
  nearMisses: number[]
}

export async function seedMarket(
  {
    listings,
    duplicates,
    nearMisses,
  }: { listings: number; duplicates: number; nearMisses: number },
  log: (done: string) => void,
): Promise<SeededMarket> {
  const random = createRandom(52)
  const market: SeededMarket = { adverts: [], duplicates: [], nearMisses: [] }
  let property = 0
  const add = (advert: Omit<MarketAdvert, 'property'>, isNew: boolean, places?: number[]) => {
    if (isNew) property += 1
    places?.push(market.adverts.length)
    market.adverts.push({ ...advert, property })
  }
  for (let number = 0; number < duplicates; number += 1) {
    const { original, copy, changes } = await makeDuplicate(number, random)
    add({ ...original, changes }, true, market.duplicates)
    add({ ...copy, changes }, false, market.duplicates)
  }
  log(`${duplicates} duplicates`)
  for (let number = 0; number < nearMisses; number += 1) {
    const kind = NEAR_MISSES[number % NEAR_MISSES.length] ?? 'other-rooms'
    const first = await makeDrawn(duplicates + number, random)
    const advert = kind === 'other-floor' ? nameFloor(first.advert) : first.advert
    add(advert, true, market.nearMisses)
    const other = await makeDrawn(duplicates + nearMisses + number, random)
    add(makeNearMiss(kind, advert, other.advert, random), true, market.nearMisses)
  }
  log(`${nearMisses} near misses`)
  const pool: PhotoHashes[] = []
  for (let number = 0; number < POOL; number += 1)
    pool.push(await hashDrawn(await drawPicture(9_000_000 + number, whatOf(number % PHOTOS))))
  while (market.adverts.length < listings) add(makeOther(pool, random), true)
  return market
}

async function makeDrawn(number: number, random: SeededRandom) {
  const pictures: Buffer[] = []
  const photos: PhotoHashes[] = []
  for (let place = 0; place < PHOTOS; place += 1) {
    const picture = await drawPicture(number * PHOTOS + place, whatOf(place))
    pictures.push(picture)
    photos.push(await hashDrawn(picture))
  }
  const floor = chooseFloor(random)
  const advert = { owner: chooseOwner(random), floor, content: makeContent(floor, random), photos }
  return { advert, pictures }
}

/** Every photo of the copy is changed in one or more of four ways, the text is another one, and the price is near. */
async function makeDuplicate(number: number, random: SeededRandom) {
  const { advert: original, pictures } = await makeDrawn(number, random)
  const chosen = CHANGES.filter(() => random.chance(0.4))
  const changes = chosen.length > 0 ? chosen : [random.pick(CHANGES)]
  const kept = random.chance(0.4) ? pictures.slice(1) : pictures
  const photos: PhotoHashes[] = []
  for (const picture of [...kept].reverse())
    photos.push(await hashChanged(picture, changes, random))
  const { area } = original.content
  const content = {
    ...movePrice(original.content, (random.next() * 2 - 1) * 0.03),
    ...(random.chance(0.2) && { locality: `${original.content.locality} Area` }),
    ...(random.chance(0.1) && { area: round((area ?? 0) * 1.005, 1) }),
    ...writeText(original.content, original.floor, random),
  }
  const owner = random.chance(0.4) ? original.owner : chooseOwner(random)
  const copy = { owner, floor: original.floor, content, photos }
  return { original, copy, changes: changes.join(' + ') }
}

function makeOther(pool: readonly PhotoHashes[], random: SeededRandom): SeededAdvert {
  const floor = chooseFloor(random)
  const photos = Array.from({ length: 3 + random.int(4) }, () => vary(random.pick(pool), random))
  return { owner: chooseOwner(random), floor, content: makeContent(floor, random), photos }
}

/** The hashes of a picture that is none of the pool, with the same bits that pictures have often and rarely. */
function vary({ perceptualHash, cropHashes }: PhotoHashes, random: SeededRandom): PhotoHashes {
  let mask = 0n
  const flipped = LEAST_FLIPPED + random.int(MOST_FLIPPED - LEAST_FLIPPED)
  for (let bit = 0; bit < flipped; bit += 1) mask |= 1n << BigInt(random.int(64))
  const flip = (hash: string) =>
    (BigInt(`0x${hash}`) ^ mask).toString(16).padStart(HASH_DIGITS, '0')
  const crops = cropHashes.match(/.{16}/g) ?? []
  return { perceptualHash: flip(perceptualHash), cropHashes: crops.map(flip).join('') }
}

function whatOf(place: number) {
  if (place === 0) return 'house'
  return place === 1 ? 'plan' : 'room'
}
