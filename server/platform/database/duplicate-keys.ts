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
  if (hash === null) return []
  const ones = countDifferentBits(hash, '0')
  if (Math.min(ones, HASH_BITS - ones) < LEAST_DETAIL_BITS) return []
  return Array.from({ length: BANDS }, (_, place) => {
    const digits = hash.slice(place * BAND_DIGITS, (place + 1) * BAND_DIGITS)
    return place * BAND_VALUES + Number.parseInt(digits, 16)
  })
}

/** Compares two hexadecimal hashes. */
export function countDifferentBits(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count += 1
  return count
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
