import {
  type HashBits,
  hasDetail,
  isSimilar,
  mirrorHash,
  toHashBits,
} from '#server/platform/database/duplicate-keys.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'

// Compares the photos of two adverts, also mirrored, and cut at their edges.

const HASH_DIGITS = 16
const CROP_BITS = 10 // a cut is up to 2.5 % of the side beside a hashed one; other photos have so few in 0.2 % of pairs

/** A photo's hashes in the form in which they are compared. */
export interface ComparedPhoto {
  whole: HashBits
  mirrored: HashBits
  /** What parts of other photos are compared with; null for a photo of before they were hashed. */
  asPart: { plain: HashBits; mirrored: HashBits } | null
  parts: readonly HashBits[]
}

/** Null for a photo without detail, such as a white wall: it is like each other one. */
export function toComparedPhoto({
  perceptual_hash: hash,
  crop_hashes: crops,
}: Pick<MediaRow, 'perceptual_hash' | 'crop_hashes'>): ComparedPhoto | null {
  if (hash === null) return null
  const whole = toHashBits(hash)
  if (!hasDetail(whole)) return null
  const [first, ...parts] = splitCrops(crops)
  return {
    whole,
    mirrored: toHashBits(mirrorHash(hash)),
    asPart:
      first === undefined
        ? null
        : { plain: toHashBits(first), mirrored: toHashBits(mirrorHash(first)) },
    parts: parts.map(toHashBits).filter(hasDetail),
  }
}

/** How many photos of one advert are in the other one, counting each photo once. */
export function countPhotosInCommon(
  own: readonly ComparedPhoto[],
  theirs: readonly ComparedPhoto[],
): number {
  const free = new Set(theirs)
  let count = 0
  for (const photo of own) {
    const same = [...free].find((other) => isSamePhoto(photo, other))
    if (!same) continue
    free.delete(same)
    count += 1
  }
  return count
}

/** Mirroring both hashes changes nothing, so one of the two is mirrored. */
function isSamePhoto(own: ComparedPhoto, other: ComparedPhoto): boolean {
  return (
    isSimilar(own.whole, other.whole) ||
    isSimilar(own.mirrored, other.whole) ||
    hasPart(own, other) ||
    hasPart(other, own)
  )
}

function hasPart({ parts }: ComparedPhoto, { asPart }: ComparedPhoto): boolean {
  if (!asPart) return false
  const { plain, mirrored } = asPart
  return parts.some(
    (part) => isSimilar(part, plain, CROP_BITS) || isSimilar(part, mirrored, CROP_BITS),
  )
}

function splitCrops(crops: string | null): string[] {
  const count = Math.floor((crops?.length ?? 0) / HASH_DIGITS)
  return Array.from({ length: count }, (_, place) =>
    (crops ?? '').slice(place * HASH_DIGITS, (place + 1) * HASH_DIGITS),
  )
}
