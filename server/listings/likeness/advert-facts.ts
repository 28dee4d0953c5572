import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { floorsOf, wordsOf } from './advert-text.ts'
import { type ComparedPhoto, toComparedPhoto } from './photo-pairs.ts'
import type { AdvertFacts } from './same-property.ts'

/** The columns of a listing that are compared. */
export interface AdvertColumns
  extends Pick<
    ListingRow,
    | 'id'
    | 'owner_id'
    | 'name'
    | 'property_type'
    | 'sale_type'
    | 'bhk'
    | 'city'
    | 'pincode'
    | 'price_paise'
    | 'rent_paise'
    | 'starting_bid_paise'
  > {
  ownerPhone: string | null
  place_key: string | null
}

/** A listing as it is compared, with its rows. */
export interface KnownAdvert extends AdvertFacts {
  row: AdvertColumns
  media: readonly MediaRow[]
  photos: readonly ComparedPhoto[]
  videos: readonly string[]
}

export function toAdvertFacts(
  row: AdvertColumns,
  { title, description, area }: Pick<PostingDraft, 'title' | 'description' | 'area'>,
): AdvertFacts {
  const text = `${title ?? row.name ?? ''} ${description ?? ''}`
  return {
    ownerId: row.owner_id,
    phone: row.ownerPhone,
    propertyType: row.property_type,
    saleType: row.sale_type,
    bhk: row.bhk,
    city: row.city,
    pincode: row.pincode,
    area,
    amount: amountOf(row),
    placeKey: row.place_key,
    words: wordsOf(text),
    floors: floorsOf(text),
  }
}

/** The price, the rent or the starting bid, in paise. */
export function amountOf(
  row: Pick<ListingRow, 'price_paise' | 'rent_paise' | 'starting_bid_paise'>,
): number | null {
  const amount = row.price_paise ?? row.rent_paise ?? row.starting_bid_paise
  return amount === null ? null : Number(amount) // PostgreSQL returns large integers as text
}

/** What of the files of a listing is compared. */
export function toComparedMedia(media: readonly MediaRow[]) {
  return {
    photos: media.flatMap((one) => toComparedPhoto(one) ?? []),
    videos: media.flatMap(({ kind, checksum }) => (kind === 'video' ? [checksum] : [])),
  }
}
