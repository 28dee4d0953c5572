import { expect, test } from 'vitest'
import { floorsOf, wordsOf } from '#server/listings/likeness/advert-text.ts'
import { toComparedPhoto } from '#server/listings/likeness/photo-pairs.ts'
import { type ComparedAdvert, findLikeness } from '#server/listings/likeness/same-property.ts'
import { mirrorHash } from '#server/platform/database/duplicate-keys.ts'

const HASHES = ['0f3c55aa9966c3f0', 'a51b7e20d4c89f36', '7c02e9b1583fd46a', 'e6914d3a0bf7528c']
const photosOf = (hashes: readonly string[], crops: string | null = null) =>
  hashes.flatMap((hash) => toComparedPhoto({ perceptual_hash: hash, crop_hashes: crops }) ?? [])
const flip = (hash: string, bits: bigint) =>
  (BigInt(`0x${hash}`) ^ bits).toString(16).padStart(16, '0')

const FLAT: ComparedAdvert = {
  ownerId: 'asha',
  phone: '+91 98765 11111',
  propertyType: 'Apartment',
  saleType: 'Sell',
  bhk: '2 BHK',
  city: 'Pune',
  pincode: '411045',
  area: 980,
  amount: 8_000_000_00,
  placeKey: 'pune|411045|baner|apartment|980|2|',
  photos: photosOf(HASHES),
  videos: [],
  words: wordsOf('Sunlit flat with two balconies and parking'),
  floors: new Set(),
}
/** Another owner's advert with the same photos in other words. */
const COPY: ComparedAdvert = {
  ...FLAT,
  ownerId: 'ravi',
  phone: '+91 98765 22222',
  amount: 8_200_000_00,
  words: wordsOf('Bright home close to the market'),
}

test.each<[what: string, change: Partial<ComparedAdvert>]>([
  ['all photos', {}],
  ['mirrored photos', { photos: photosOf(HASHES.map(mirrorHash)) }],
  [
    'photos that differ in eight bits',
    { photos: photosOf(HASHES.map((hash) => flip(hash, 0xffn))) },
  ],
  ['three of four photos', { photos: photosOf([...HASHES.slice(0, 3), '1122334455667788']) }],
  ['a price 3 % higher', { amount: 8_240_000_00 }],
  ['an area that was rounded', { area: 990, placeKey: 'pune|411045|baner|apartment|990|2|' }],
  ['another spelling of the locality', { placeKey: 'pune|411045|banerroad|apartment|980|2|' }],
  ['a missing number of rooms', { bhk: null }],
])('adverts of two owners are of one property with %s', (_, change) => {
  const other = { ...COPY, ...change }
  expect(findLikeness(FLAT, other)?.same).toContain('photos')
  expect(findLikeness(other, FLAT)).toEqual(findLikeness(FLAT, other))
})

test('a photo is the same as a part of it, mirrored too', () => {
  const part = '3b5d7f1908a6c2e4'
  const whole = photosOf(HASHES, `${HASHES[0]}${part}`)
  for (const hash of [part, mirrorHash(part)]) {
    const cut = { ...COPY, photos: photosOf([HASHES[3] ?? ''], hash) }
    const advert = { ...FLAT, photos: whole.slice(0, 1) }
    expect(findLikeness(advert, { ...cut, ownerId: FLAT.ownerId })?.photos).toBe(1)
    expect(findLikeness({ ...cut, ownerId: FLAT.ownerId }, advert)?.photos).toBe(1)
  }
})

test.each<[what: string, change: Partial<ComparedAdvert>]>([
  ['other photos', { photos: photosOf(['1122334455667788', '99aabbccddee0f1e']) }],
  [
    'half of the photos, as of one house',
    { photos: photosOf([...HASHES.slice(0, 2), '1122334455667788', '99aabbccddee0f1e']) },
  ],
  ['another number of rooms', { bhk: '3 BHK' }],
  ['another kind', { propertyType: 'Villa' }],
  ['another deal', { saleType: 'Rent' }],
  ['another city', { city: 'Kolkata', pincode: '700001' }],
  ['an area 6 % larger', { area: 1_040 }],
  ['a price 4 % higher', { amount: 8_350_000_00 }],
  ['another floor', { floors: floorsOf('On the 4th floor') }],
])('adverts are of two properties with %s', (_, change) => {
  const own = { ...FLAT, floors: floorsOf('on the third floor') }
  expect(findLikeness(own, { ...COPY, ownerId: 'asha', ...change })).toBeNull()
})

test('an advert with the same photos, place and text may have a price that is up to a quarter lower', () => {
  const again = { ...FLAT, amount: 6_100_000_00 }
  expect(findLikeness(FLAT, again)?.same).toEqual(['photos', 'owner', 'phone', 'place', 'text'])
  expect(findLikeness(FLAT, { ...again, amount: 5_900_000_00 })).toBeNull()
})

test('without photos, only the same text of the same person about the same place is of one property', () => {
  const bare = { ...FLAT, photos: [] }
  expect(findLikeness(bare, bare)).not.toBeNull()
  expect(findLikeness(bare, { ...bare, ownerId: 'ravi', phone: null })).toBeNull()
  expect(findLikeness(bare, { ...bare, words: COPY.words })).toBeNull()
  expect(findLikeness(bare, { ...bare, placeKey: 'another' })).toBeNull()
})

test('one photo in common, as of a house, needs the same owner, place, price and size', () => {
  const one = { ...FLAT, photos: photosOf(HASHES.slice(0, 1)) }
  const other = { ...COPY, photos: one.photos }
  expect(findLikeness(one, { ...other, ownerId: 'asha' })).not.toBeNull()
  expect(findLikeness(one, other)).toBeNull()
})

test('the same video is evidence only beside a photo in common', () => {
  const filmed = { ...FLAT, videos: ['film'] }
  const [first = ''] = HASHES
  const rooms = ['1122334455667788', '99aabbccddee0f1e', '5a5a3c3c9669f00f']
  const other = { ...COPY, videos: ['film'], photos: photosOf(rooms) }
  expect(findLikeness(filmed, other)).toBeNull()
  expect(findLikeness(filmed, { ...other, photos: photosOf([first, ...rooms]) })?.same).toContain(
    'video',
  )
})

test.each([
  ['3rd floor', ['3']],
  ['Third-floor flat', ['3']],
  ['Floor 12 of 20', ['12']],
  ['A flat on floor 3', ['3']],
  ['on the ground floor', ['0']],
  ['Two floors, wooden flooring', []],
])('the floors of "%s" are %j', (text, floors) => {
  expect([...floorsOf(text)]).toEqual(floors)
})
