import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'

/** Two listings, the smaller id first. */
export type Pair = readonly [listingId: string, otherId: string]

export interface ApartAdvert {
  id: string
  /** Null for a deleted listing: its words are not kept. */
  title: string | null
  /** Null for a listing on the operator's list. */
  deletedAt: string | null
  at: string
  by: string | null
}

/** Those on the operator's list, and the deleted ones of which something is kept, with who said it; the latest first. */
export async function listApartRows(db: Kysely<Tables>, id: string): Promise<ApartAdvert[]> {
  const rows = await db
    .with('apart', (cte) =>
      cte
        .selectFrom('not_duplicates')
        .select(({ eb }) => [
          eb
            .case()
            .when('listing_id', '=', id)
            .then(eb.ref('other_id'))
            .else(eb.ref('listing_id'))
            .end()
            .as('id'),
          'at',
          'person_id',
        ])
        .where(({ eb, or }) => or([eb('listing_id', '=', id), eb('other_id', '=', id)])),
    )
    .selectFrom('apart')
    .leftJoin('listings', 'listings.id', 'apart.id')
    .leftJoin('deleted_listings', 'deleted_listings.id', 'apart.id')
    .leftJoin('users', 'users.id', 'apart.person_id')
    .select(['apart.id', 'listings.name as title', 'deleted_listings.deleted_at as deletedAt'])
    .select(['listings.id as listedId', 'apart.at', 'users.full_name as by'])
    .orderBy('apart.at', 'desc')
    .orderBy('apart.id')
    .execute()
  return rows
    .filter(({ listedId, deletedAt }) => listedId !== null || deletedAt !== null)
    .map(({ listedId: _listed, ...apart }) => apart)
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
