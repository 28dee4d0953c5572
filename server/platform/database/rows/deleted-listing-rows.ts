/**
 * What is kept of a deleted listing for DELETED_LISTING_DAYS (server/listings/deleted): what recognises the property, and what
 * is said about it then. Its place, text and photos are kept as hashes only.
 */
export interface DeletedListingRow {
  /** The id that the listing had. */
  id: string
  owner_id: string
  /** The first submission; of a property that had been posted and deleted before, that of the oldest known listing. */
  first_seen_at: string
  deleted_at: string
  property_type: string
  sale_type: string
  bhk: string | null
  city: string
  pincode: string
  /** Square feet. */
  area: number | null
  price_paise: number | null
  rent_paise: number | null
  starting_bid_paise: number | null
  /** As in `listings`. */
  price_key: number | null
  /** Of the `place_key`. */
  place_hash: string | null
  /** The different words of title and description, as four hexadecimal digits each, joined in the order of the digits. */
  words: string
  /** The floors that the text names, such as '3,4'. */
  floors: string
  /** Two columns of `media` for each photo, as JSON text. */
  photos: string
  /** The checksums of the videos, as JSON text. */
  videos: string
}
