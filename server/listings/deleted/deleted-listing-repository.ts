import type { Kysely } from 'kysely'
import type { KnownAdvert } from '#server/listings/likeness/advert-facts.ts'
import { NEAR_PRICE } from '#server/listings/likeness/same-property.ts'
import { listPhotoBands, mirrorHash } from '#server/platform/database/duplicate-keys.ts'
import type { DeletedListingRow } from '#server/platform/database/rows/deleted-listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { KeptRow } from './kept-advert.ts'

const MOST_OF_INDEX = 50 // candidates of each index; more have a key of many photos, such as of plain sky
const PAISE = 100

/** The kept listings that may be of the same property, by an index each: photos, video, place, and price in the PIN code. */
export async function listKeptCandidates(
  db: Kysely<Tables>,
  advert: KnownAdvert,
  placeHash: string | null,
): Promise<KeptRow[]> {
  const found = [
    await listOfKeys(db, bandsOf(advert)),
    await listOfKeys(db, advert.videos),
    await listOfPlace(db, placeHash),
    await listOfPrice(db, advert),
  ]
  const ids = new Set(found.flat().map(({ id }) => id))
  if (ids.size === 0) return []
  return db
    .selectFrom('deleted_listings')
    .innerJoin('users', 'users.id', 'deleted_listings.owner_id')
    .selectAll('deleted_listings')
    .select('users.phone_number as ownerPhone')
    .where('deleted_listings.id', 'in', [...ids])
    .orderBy('deleted_at', 'desc')
    .orderBy('deleted_listings.id')
    .execute()
}

/** Of its photos, also mirrored. */
function bandsOf({ media }: KnownAdvert): string[] {
  const bands = media.flatMap(({ perceptual_hash: hash }) =>
    hash === null ? [] : [...listPhotoBands(hash), ...listPhotoBands(mirrorHash(hash))],
  )
  return [...new Set(bands.map(String))]
}

/** Those with the most of these keys. */
function listOfKeys(db: Kysely<Tables>, keys: readonly string[]) {
  if (keys.length === 0) return []
  return db
    .selectFrom('deleted_listing_keys')
    .select('listing_id as id')
    .where('key', 'in', keys)
    .groupBy('listing_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('listing_id')
    .limit(MOST_OF_INDEX)
    .execute()
}

function listOfPlace(db: Kysely<Tables>, placeHash: string | null) {
  if (placeHash === null) return []
  return db
    .selectFrom('deleted_listings')
    .select('id')
    .where('place_hash', '=', placeHash)
    .orderBy('deleted_at', 'desc')
    .limit(MOST_OF_INDEX)
    .execute()
}

function listOfPrice(db: Kysely<Tables>, { row }: KnownAdvert) {
  const paise = row.price_paise ?? row.rent_paise
  if (paise === null) return []
  const rupees = Number(paise) / PAISE // PostgreSQL returns large integers as text
  return db
    .selectFrom('deleted_listings')
    .select('id')
    .where('pincode', '=', row.pincode)
    .where('property_type', '=', row.property_type)
    .where('sale_type', '=', row.sale_type)
    .where('price_key', '>=', rupees * (1 - NEAR_PRICE))
    .where('price_key', '<=', rupees / (1 - NEAR_PRICE))
    .limit(MOST_OF_INDEX)
    .execute()
}

export async function insertKept(
  trx: Kysely<Tables>,
  row: DeletedListingRow,
  keys: readonly string[],
): Promise<void> {
  await trx.insertInto('deleted_listings').values(row).execute()
  if (keys.length === 0) return
  await trx
    .insertInto('deleted_listing_keys')
    .values(keys.map((key) => ({ key, listing_id: row.id })))
    .execute()
}

export async function removeKeptUntil(db: Kysely<Tables>, deletedAt: string): Promise<void> {
  await db.deleteFrom('deleted_listings').where('deleted_at', '<=', deletedAt).execute()
}

export async function removeKeptOf(trx: Kysely<Tables>, ownerId: string): Promise<void> {
  await trx.deleteFrom('deleted_listings').where('owner_id', '=', ownerId).execute()
}
