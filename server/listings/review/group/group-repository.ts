import { type Kysely, sql } from 'kysely'
import { NEAR_PRICE } from '#server/listings/likeness/same-property.ts'
import { listPhotoMatches, listVideoMatches } from '#server/listings/media/media-match-service.ts'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'

const MOST_NEAR = 100 // of one PIN code, kind, deal and price; more are flats that a builder sells in one place
const MOST_OF_PLACE = 50
const PAISE = 100

/** A listing with what is compared before its photos. */
export interface AdvertRow extends ListingRow {
  ownerName: string | null
  ownerPhone: string | null
  place_key: string | null
  submitted: string | null
}

/** The ids of listings that may be of the same property, by an index each: photos, video, place, and price in the PIN code. */
export async function listCandidateIds(
  db: Kysely<Tables>,
  advert: AdvertRow,
  media: readonly MediaRow[],
): Promise<string[]> {
  const found = [
    await listPhotoMatches(db, advert.id, media),
    await listVideoMatches(db, advert.id, media),
    await listOfPlaceKey(db, advert),
    await listOfPrice(db, advert),
  ]
  return [...new Set(found.flat().map(({ listingId }) => listingId))]
}

function listOfPlaceKey(db: Kysely<Tables>, { id, place_key: placeKey }: AdvertRow) {
  if (placeKey === null) return []
  return db
    .selectFrom('postings')
    .innerJoin('listings', 'listings.id', 'postings.id')
    .select('listings.id as listingId')
    .where('postings.place_key', '=', placeKey)
    .where('postings.id', '<>', id)
    .orderBy('postings.id')
    .limit(MOST_OF_PLACE)
    .execute()
}

function listOfPrice(db: Kysely<Tables>, row: AdvertRow) {
  const paise = row.price_paise ?? row.rent_paise
  if (paise === null) return []
  const rupees = Number(paise) / PAISE
  return db
    .selectFrom('listings')
    .select('id as listingId')
    .where('pincode', '=', row.pincode)
    .where('property_type', '=', row.property_type)
    .where('sale_type', '=', row.sale_type)
    .where('price_key', '>=', rupees * (1 - NEAR_PRICE))
    .where('price_key', '<=', rupees / (1 - NEAR_PRICE))
    .where('id', '<>', row.id)
    .limit(MOST_NEAR)
    .execute()
}

/** The listings with these ids that are on the operator's list, oldest first. */
export async function listAdvertRows(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<AdvertRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.owner_id')
    .leftJoin('postings', 'postings.id', 'listings.id')
    .selectAll('listings')
    .select(['users.full_name as ownerName', 'users.phone_number as ownerPhone'])
    .select(['postings.place_key', 'postings.submitted'])
    .where('listings.id', 'in', ids)
    .orderBy('listings.created_at')
    .orderBy('listings.id')
    .execute()
}

/** The photos and videos that a version of these listings contains, by listing. */
export async function listUsedMedia(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, MediaRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('posting_id', 'in', ids)
    // As in server/listings/media/media-match-service.ts: SQLite would read the index of this column, and most photos.
    .where(sql<boolean>`coalesce(unused_since, '') = ''`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byListing = new Map<string, MediaRow[]>()
  for (const row of rows)
    byListing.set(row.posting_id, [...(byListing.get(row.posting_id) ?? []), row])
  return byListing
}
