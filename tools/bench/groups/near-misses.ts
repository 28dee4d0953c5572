import type { SeededRandom } from '#tools/faults/sim/seeded-random.ts'
import { movePrice, round, type SeededAdvert, writeText } from './seeded-adverts.ts'

// Adverts that look like duplicates and are of other properties.

export const NEAR_MISSES = [
  'other-bhk',
  'other-rooms',
  'neighbour',
  'borrowed-photos',
  'other-floor',
] as const

/** An advert beside `first`; `other` lends what a near miss has of its own, such as the photos of its rooms. */
export function makeNearMiss(
  kind: (typeof NEAR_MISSES)[number],
  first: SeededAdvert,
  other: SeededAdvert,
  random: SeededRandom,
): SeededAdvert {
  const ofHouse = [...first.photos.slice(0, 2), ...other.photos.slice(2)] // the facade and the plan
  const near = movePrice(first.content, (random.next() * 2 - 1) * 0.03)
  const floor = first.floor + 1
  const text = writeText(first.content, floor, random)
  switch (kind) {
    case 'other-bhk': {
      const { bhk, area } = first.content
      const content = {
        ...movePrice(near, 0.2),
        ...text,
        bhk: (bhk ?? 1) + 1,
        area: (area ?? 0) + 350,
      }
      return { owner: first.owner, floor, content, photos: ofHouse }
    }
    case 'other-rooms':
      return { owner: first.owner, floor, content: { ...near, ...text }, photos: ofHouse }
    case 'neighbour':
      // Of another owner, with photos of their own, and the words of the society's website.
      return {
        ...other,
        content: { ...near, title: first.content.title, description: first.content.description },
      }
    case 'borrowed-photos': {
      const { content } = other
      return {
        ...other,
        content: { ...content, pincode: '700001', city: 'Kolkata' },
        photos: first.photos,
      }
    }
    case 'other-floor': {
      // A builder's flats with the same pictures. Without the floor in both texts, nothing would tell them apart.
      const moved = movePrice(first.content, 0.01 + random.next() * 0.08)
      const price = moved.price === null ? null : round(moved.price, 1_000)
      const content = { ...moved, price, ...text }
      return nameFloor({ owner: first.owner, floor, content, photos: first.photos })
    }
  }
}

/** The advert with its floor in the text, as in a builder's list. */
export function nameFloor(advert: SeededAdvert): SeededAdvert {
  const { content, floor } = advert
  const description = `On floor ${floor}. ${content.description?.replace(/^On floor \d+\. /, '')}`
  return { ...advert, content: { ...content, description } }
}
