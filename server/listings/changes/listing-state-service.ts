import type { Kysely } from 'kysely'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { findListing, getPostedListings, type PostedListing } from './listing-repository.ts'

export { isRemoved } from './listing-change-repository.ts'
export { findListing, type PostedListing }

/** A listing: its record, and its published form while it is on the operator's list. */
export interface ListingState {
  posting: PostingRow
  listing: PostedListing | null
}

export async function findState(db: Kysely<Tables>, id: string): Promise<ListingState | null> {
  const posting = await findPosting(db, id)
  return posting ? { posting, listing: (await findListing(db, id)) ?? null } : null
}

export function findPosting(db: Kysely<Tables>, id: string): Promise<PostingRow | undefined> {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db.selectFrom('postings').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds the published forms to records. */
export async function toStates(
  db: Kysely<Tables>,
  postings: readonly PostingRow[],
): Promise<ListingState[]> {
  const listings = await getPostedListings(
    db,
    postings.map(({ id }) => id),
  )
  const byId = new Map(listings.map((row) => [row.id, row]))
  return postings.map((posting) => ({ posting, listing: byId.get(posting.id) ?? null }))
}
