import type { Kysely } from 'kysely'
import type { ListingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { PriceColumn } from './price-check.ts'

const MOST_COMPARED = 500 // only the newest listings are compared: older amounts say little about today's market

/** Of one place: a builder may import thousands of equal flats, and each of them is compared. */
const MOST_NEAR = 500

/** A listing of another owner. */
export interface OtherListing {
  listingId: string
  title: string | null
}

/** The amounts, in paise, of other listings with the same city, kind and deal that are approved and still offered. */
export async function listComparedAmounts(
  db: Kysely<Tables>,
  { id, city, property_type, sale_type }: ListingRow,
  column: PriceColumn,
): Promise<number[]> {
  const rows = await db
    .selectFrom('listings')
    .leftJoin('postings', 'postings.id', 'listings.id')
    .select(`listings.${column} as amount`)
    .where('listings.city', '=', city)
    .where('listings.property_type', '=', property_type)
    .where('listings.sale_type', '=', sale_type)
    .where('listings.status', '=', 'approved')
    .where('listings.id', '<>', id)
    .where((eb) => eb.or([eb('seller_state', 'is', null), eb('seller_state', '=', 'posted')]))
    .orderBy('listings.created_at', 'desc')
    .limit(MOST_COMPARED)
    .execute()
  return rows.flatMap(({ amount }) => (amount === null ? [] : [Number(amount)]))
}

/** The newest listing of each other owner who has one of `phones`, which are formatted as in accounts. */
export function listOfPhones(
  db: Kysely<Tables>,
  ownerId: string,
  { phones, most }: { phones: readonly string[]; most: number },
): Promise<(OtherListing & { phone: string | null })[]> {
  if (phones.length === 0) return Promise.resolve([])
  return db
    .selectFrom('users')
    .innerJoin('listings', (join) =>
      join.on(({ eb, selectFrom }) => {
        const newest = selectFrom('listings as theirs')
          .select('theirs.id')
          .whereRef('theirs.owner_id', '=', 'users.id')
          .orderBy('theirs.created_at', 'desc')
          .limit(1)
        return eb('listings.id', '=', newest)
      }),
    )
    .select(['listings.id as listingId', 'listings.name as title', 'users.phone_number as phone'])
    .where('users.phone_number', 'in', phones)
    .where('users.id', '<>', ownerId)
    .orderBy('users.id')
    .limit(most)
    .execute()
}

/**
 * Other owners' listings with the same place key, which may describe the same property
 * (server/platform/database/duplicate-keys.ts).
 */
export function listOfPlace(
  db: Kysely<Tables>,
  { id, ownerId, most }: { id: string; ownerId: string; most: number },
): Promise<OtherListing[]> {
  const near = db
    .selectFrom('postings as own')
    .innerJoin('postings as near', 'near.place_key', 'own.place_key')
    .select(['near.id', 'near.owner_id'])
    .where('own.id', '=', id)
    .limit(MOST_NEAR)
  return db
    .selectFrom(near.as('near'))
    .innerJoin('listings', 'listings.id', 'near.id')
    .select(['listings.id as listingId', 'listings.name as title'])
    .where('near.owner_id', '<>', ownerId)
    .orderBy('listings.id')
    .limit(most)
    .execute()
}
