import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

/** Two listings, the smaller id first. */
export type Pair = readonly [listingId: string, otherId: string]

export type ApartAdvert = Awaited<ReturnType<typeof listApartRows>>[number]

/** Those that are on the operator's list, with who said it; the latest first. */
export function listApartRows(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('not_duplicates')
    .innerJoin('listings', (join) =>
      join.on(({ eb, and, or, ref }) =>
        and([
          or([
            eb('listings.id', '=', ref('not_duplicates.other_id')),
            eb('listings.id', '=', ref('not_duplicates.listing_id')),
          ]),
          eb('listings.id', '<>', id),
        ]),
      ),
    )
    .leftJoin('users', 'users.id', 'not_duplicates.person_id')
    .select(['listings.id', 'listings.name as title', 'not_duplicates.at', 'users.full_name as by'])
    .where(({ eb, or }) =>
      or([eb('not_duplicates.listing_id', '=', id), eb('not_duplicates.other_id', '=', id)]),
    )
    .orderBy('not_duplicates.at', 'desc')
    .orderBy('listings.id')
    .execute()
}

export async function hasPair(db: Kysely<Tables>, [one, other]: Pair): Promise<boolean> {
  const row = await db
    .selectFrom('not_duplicates')
    .select('at')
    .where('listing_id', '=', one)
    .where('other_id', '=', other)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPair(
  trx: Kysely<Tables>,
  [listing_id, other_id]: Pair,
  by: { personId: string; at: string },
): Promise<void> {
  const row = { listing_id, other_id, person_id: by.personId, at: by.at }
  await trx.insertInto('not_duplicates').values(row).execute()
}

export async function removePair(trx: Kysely<Tables>, [one, other]: Pair): Promise<void> {
  await trx
    .deleteFrom('not_duplicates')
    .where('listing_id', '=', one)
    .where('other_id', '=', other)
    .execute()
}

/** Forgets pairs with a listing that is deleted, and of which nothing is kept. */
export async function removePairsOfGone(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('not_duplicates')
    .where(({ or }) => or([isGone('not_duplicates.listing_id'), isGone('not_duplicates.other_id')]))
    .execute()
}

function isGone(id: string) {
  return sql<boolean>`not exists (select 1 from postings where id = ${sql.ref(id)})
    and not exists (select 1 from deleted_listings where id = ${sql.ref(id)})`
}

/** What a person said stays, without the person. */
export async function forgetPerson(trx: Kysely<Tables>, personId: string): Promise<void> {
  await trx
    .updateTable('not_duplicates')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .execute()
}
