import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'

// Indexed keys that find copies of a photo, or listings of the same property.

const BAND_DIGITS = 4 // hexadecimal: four bands of 16 bits in a hash of 64
const BAND_VALUES = 16 ** BAND_DIGITS
const BANDS = 4
const HASH_BITS = 64 // as in server/platform/media/formats/perceptual-hash.ts
const LEAST_DETAIL_BITS = 8 // of ones and of zeros; photos of white walls have fewer, and would all match

/**
 * Hashes that differ in at most this many bits share a band, because three changed bits leave one
 * of the four bands unchanged.
 */
export const SURELY_FOUND_BITS = BANDS - 1
/**
 * Hashes that differ in at most this many bits count as one photo. Resized or recompressed copies
 * mostly differ in 3 or fewer, some in 4; other photos in 20 or more, on average in 32.
 */
export const MAX_DIFFERENT_BITS = 8

/** The bands of a perceptual hash, each as a number that contains its position. Empty for a photo without detail. */
export function listPhotoBands(hash: string | null): number[] {
  if (hash === null || !hasDetail(toHashBits(hash))) return []
  return Array.from({ length: BANDS }, (_, place) => {
    const digits = hash.slice(place * BAND_DIGITS, (place + 1) * BAND_DIGITS)
    return place * BAND_VALUES + Number.parseInt(digits, 16)
  })
}

/**
 * The hash of the mirrored photo: each row of bits backwards, and each bit turned, because the neighbour that was on the
 * right is on the left.
 */
export function mirrorHash(hash: string): string {
  const rows = hash.match(/../g) ?? []
  return rows
    .map((row) => (MIRRORED_ROWS[Number.parseInt(row, 16)] ?? 0).toString(16).padStart(2, '0'))
    .join('')
}

const ROW_BITS = 8
const MIRRORED_ROWS = Array.from({ length: 2 ** ROW_BITS }, (_, row) => {
  let mirrored = 0
  for (let bit = 0; bit < ROW_BITS; bit += 1)
    if ((row & (1 << bit)) === 0) mirrored |= 1 << (ROW_BITS - 1 - bit)
  return mirrored
})

/** A hash of 64 bits as two numbers of 32 bits, which are compared in a hundredth of the time of digits. */
export type HashBits = readonly [high: number, low: number]

export function toHashBits(hash: string): HashBits {
  const half = hash.length / 2
  return [Number.parseInt(hash.slice(0, half), 16), Number.parseInt(hash.slice(half), 16)]
}

/** Whether a photo shows something. Those of white walls would all match. */
export function hasDetail([high, low]: HashBits): boolean {
  const ones = countOnes(high) + countOnes(low)
  return Math.min(ones, HASH_BITS - ones) >= LEAST_DETAIL_BITS
}

export function isSimilar(one: HashBits, other: HashBits, mostBits = MAX_DIFFERENT_BITS): boolean {
  return countOnes(one[0] ^ other[0]) + countOnes(one[1] ^ other[1]) <= mostBits
}

/** Compares two hexadecimal hashes. */
export function countDifferentBits(one: string, other: string): number {
  const [bits, otherBits] = [toHashBits(one), toHashBits(other)]
  return countOnes(bits[0] ^ otherBits[0]) + countOnes(bits[1] ^ otherBits[1])
}

/** Adds the bits of a number of 32 bits in pairs, then in fours, then in bytes. */
function countOnes(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * A key that is equal for submitted contents that may describe the same property: built from place,
 * kind and size. Null without a locality, a kind or a size, because half a city would match.
 */
export function placeKeyOf(submitted: string | null): string | null {
  if (submitted === null) return null
  const content: PostingDraft = { ...EMPTY_DRAFT, ...JSON.parse(submitted) }
  const { city, pincode, locality, kind, area, bhk, beds } = content
  if (locality === null || kind === null || (area ?? beds) === null) return null
  const words = [city, pincode, locality].map((word) => simplify(word ?? ''))
  return [...words, kind, area, bhk, beds].map((part) => part ?? '').join('|')
}

function simplify(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
