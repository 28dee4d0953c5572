import { type Kysely, sql } from 'kysely'
import { isRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import type { ListingStatus } from '#src/domain/listing.ts'

// Whoever writes anything that a listing shows on the wire, its owner's name, phone and e-mail too, sets its revision in
// the same transaction: readers who ask only for what changed would never learn of it.

export type ListingWithOwner = Awaited<ReturnType<typeof listListings>>[number]

/** Where a page of the newest-first list ends: the next begins after it. */
export interface ListingPlace {
  createdAt: string
  id: string
}

/** Newest first, after a place when one is given. */
export function listListings(db: Kysely<Tables>, most: number, after: ListingPlace | null) {
  return listingsWithOwner(db)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('listings.created_at', '<', after?.createdAt ?? ''),
          eb.and([
            eb('listings.created_at', '=', after?.createdAt ?? ''),
            eb('listings.id', '<', after?.id ?? ''),
          ]),
        ]),
      ),
    )
    .orderBy('listings.created_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(most)
    .execute()
}

export function findListing(db: Kysely<Tables>, id: string): Promise<ListingWithOwner | undefined> {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return listingsWithOwner(db).where('listings.id', '=', id).executeTakeFirst()
}

/** Listings that were written after a revision, the earliest written first. */
export function listChangedListings(
  db: Kysely<Tables>,
  revision: number,
  most: number,
): Promise<ListingWithOwner[]> {
  return listingsWithOwner(db)
    .where('listings.revision', '>', revision)
    .orderBy('listings.revision')
    .limit(most)
    .execute()
}

/** Listings that wait for a decision, the longest waiting first. */
export function listUndecided(db: Kysely<Tables>, most: number): Promise<ListingWithOwner[]> {
  return listingsWithOwner(db)
    .where((eb) =>
      eb.or([eb('listings.status', '=', 'pending'), eb('listings.status', 'is', null)]),
    )
    .orderBy('listings.created_at')
    .orderBy('listings.id')
    .limit(most)
    .execute()
}

/** Decided listings, the most recently changed first. */
export function listDecided(db: Kysely<Tables>, most: number): Promise<ListingWithOwner[]> {
  return listingsWithOwner(db)
    .where('listings.status', 'in', ['approved', 'rejected'])
    .orderBy('listings.updated_at', 'desc')
    .orderBy('listings.id', 'desc')
    .limit(most)
    .execute()
}

export async function countListings(db: Kysely<Tables>, now: string) {
  return db
    .selectFrom('listings')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn
        .sum<number | null>(eb.case().when('boosted_until', '>', now).then(1).else(0).end())
        .as('boosted'),
    ])
    .executeTakeFirstOrThrow()
}

export async function setListingStatus(
  trx: Kysely<Tables>,
  id: string,
  change: { status: ListingStatus; revision: number; updatedAt: string },
): Promise<void> {
  await trx
    .updateTable('listings')
    .set({
      status: change.status,
      version: sql<number>`version + 1`,
      revision: change.revision,
      updated_at: change.updatedAt,
    })
    .where('id', '=', id)
    .execute()
}

/** Removes a listing for good and leaves its id alone behind, for readers who only ask what changed. */
export async function removeListing(
  trx: Kysely<Tables>,
  id: string,
  removal: { revision: number; removedAt: string },
): Promise<void> {
  await trx.deleteFrom('listings').where('id', '=', id).execute()
  await trx
    .insertInto('removed_listings')
    .values({ id, revision: removal.revision, removed_at: removal.removedAt })
    .execute()
}

function listingsWithOwner(db: Kysely<Tables>) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.owner_id')
    .selectAll('listings')
    .select([
      'users.full_name as ownerName',
      'users.phone_number as ownerPhone',
      'users.email as ownerEmail',
    ])
}
