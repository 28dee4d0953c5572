// The form in which a deleted listing is kept, and compared with others: hashes of its words and of its place, from which
// neither can be read.

import { createHash } from 'node:crypto'
import type { KnownAdvert } from '#server/listings/likeness/advert-facts.ts'
import { amountOf } from '#server/listings/likeness/advert-facts.ts'
import { toComparedPhoto } from '#server/listings/likeness/photo-pairs.ts'
import type { AdvertFacts, ComparedAdvert } from '#server/listings/likeness/same-property.ts'
import { listPhotoBands } from '#server/platform/database/duplicate-keys.ts'
import type { DeletedListingRow } from '#server/platform/database/rows/deleted-listing-rows.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import { listingKeys } from '#server/platform/database/sort-keys.ts'

/** Of 65,536 values: 60,000 phone numbers share each, and two texts of 150 words have a third of a word in common by chance. */
const WORD_DIGITS = 4
const PLACE_DIGITS = 32

type KeptPhoto = Pick<MediaRow, 'perceptual_hash' | 'crop_hashes'>

/** An advert in the form in which deleted ones are compared. */
export function asKept<Advert extends AdvertFacts>(advert: Advert): Advert {
  return {
    ...advert,
    words: new Set([...advert.words].map((word) => hash(word, WORD_DIGITS))),
    placeKey: placeHashOf(advert),
  }
}

function placeHashOf({ placeKey }: AdvertFacts): string | null {
  return placeKey === null ? null : hash(placeKey, PLACE_DIGITS)
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits)
}

/** The columns of a kept listing that come from the listing. */
export function toKeptColumns(
  advert: KnownAdvert,
): Omit<DeletedListingRow, 'first_seen_at' | 'deleted_at'> {
  const { row, media, area, floors, videos } = advert
  const { words, placeKey } = asKept(advert)
  const photos = media.flatMap(({ perceptual_hash, crop_hashes }): KeptPhoto[] =>
    perceptual_hash === null ? [] : [{ perceptual_hash, crop_hashes }],
  )
  return {
    id: row.id,
    owner_id: row.owner_id,
    property_type: row.property_type,
    sale_type: row.sale_type,
    bhk: row.bhk,
    city: row.city,
    pincode: row.pincode,
    area,
    price_paise: row.price_paise,
    rent_paise: row.rent_paise,
    starting_bid_paise: row.starting_bid_paise,
    price_key: listingKeys(row).price_key,
    place_hash: placeKey,
    words: [...words].sort().join(''),
    floors: [...floors].join(','),
    photos: JSON.stringify(photos),
    videos: JSON.stringify(videos),
  }
}

/** By which a listing with the same photo or video finds it. */
export function keysOf({ media, videos }: KnownAdvert): string[] {
  const bands = media.flatMap(({ perceptual_hash }) => listPhotoBands(perceptual_hash))
  return [...new Set([...bands.map(String), ...videos])]
}

/** A kept listing with the mobile number that its owner has now. */
export interface KeptRow extends DeletedListingRow {
  ownerPhone: string | null
}

/** What is compared before the photos. */
export function toKeptFacts(row: KeptRow): AdvertFacts {
  return {
    ownerId: row.owner_id,
    phone: row.ownerPhone,
    propertyType: row.property_type,
    saleType: row.sale_type,
    bhk: row.bhk,
    city: row.city,
    pincode: row.pincode,
    area: row.area,
    amount: amountOf(row),
    placeKey: row.place_hash,
    words: new Set(row.words.match(/.{4}/g)),
    floors: new Set(row.floors === '' ? [] : row.floors.split(',')),
  }
}

export function addKeptMedia(facts: AdvertFacts, { photos, videos }: KeptRow): ComparedAdvert {
  // The casts are safe: `toKeptColumns` has written both.
  return {
    ...facts,
    photos: (JSON.parse(photos) as KeptPhoto[]).flatMap((photo) => toComparedPhoto(photo) ?? []),
    videos: JSON.parse(videos) as string[],
  }
}
