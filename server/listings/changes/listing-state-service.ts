import type { Kysely } from 'kysely'
import type { PostingRow } from '#server/database/listing-rows.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import { findListing, type ListingWithOwner } from '#server/listings/listing-repository.ts'

export { isRemoved } from './listing-change-repository.ts'

/** A listing: its record, and its published form while it is on the operator's list. */
export interface ListingState {
  posting: PostingRow
  listing: ListingWithOwner | null
}

export async function findState(db: Kysely<Tables>, id: string): Promise<ListingState | null> {
  const posting = await findPosting(db, id)
  return posting ? { posting, listing: (await findListing(db, id)) ?? null } : null
}

export function findPosting(db: Kysely<Tables>, id: string): Promise<PostingRow | undefined> {
  if (!isRecordId(id)) return Promise.resolve(undefined)
  return db.selectFrom('postings').selectAll().where('id', '=', id).executeTakeFirst()
}
