// Reads of an owner's postings: the record, and its published form once that is on the operator's list.

import type { Kysely } from 'kysely'
import type { PostingRow } from '#server/database/listing-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import { findPosting, isRemoved } from '#server/listings/changes/listing-state-service.ts'
import {
  findPosted,
  listPosted,
  type PostedListing,
} from '#server/listings/listing-posting-service.ts'
import { isPostingLive, type PostingSituation } from '#src/domain/posting/posting-state.ts'
import { listPostingsOf } from './posting-repository.ts'

/** A record, and its published form if it is on the operator's list. */
export interface PostingWithListing {
  posting: PostingRow
  listing: PostedListing | null
}

/** The owner's postings, last changed first. */
export async function listOwnPostings(
  db: Kysely<Tables>,
  ownerId: string,
): Promise<PostingWithListing[]> {
  const postings = await listPostingsOf(db, ownerId)
  const listings = await listPosted(
    db,
    postings.map(({ id }) => id),
  )
  const byId = new Map(listings.map((row) => [row.id, row]))
  return postings.map((posting) => ({ posting, listing: byId.get(posting.id) ?? null }))
}

/** Returns null for an unknown id, or for another owner's posting. */
export async function findOwnPosting(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<PostingWithListing | null> {
  const found = await findAny(db, id)
  return found?.posting.owner_id === ownerId ? found : null
}

/** Whether buyers can see the listing of any owner; false for an unknown id. */
export async function isLive(db: Kysely<Tables>, id: string): Promise<boolean> {
  const found = await findAny(db, id)
  return found !== null && isOnMarket(found)
}

export function situationOf({ posting, listing }: PostingWithListing): PostingSituation {
  return {
    sellerState: posting.seller_state,
    status: listing && (listing.status ?? 'pending'),
    isInvited: listing?.reason?.changesNeeded ?? false,
    hasApprovedVersion: posting.live !== null,
  }
}

export function isOnMarket(own: PostingWithListing): boolean {
  return isPostingLive(situationOf(own))
}

/**
 * Refuses files for a listing that is not the owner's, or was deleted. A listing that is not here yet may come later:
 * a device sends files before its draft. @throws ServerError 404
 */
export async function refuseForeignListing(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  const found = await findAny(db, id)
  if (found ? found.posting.owner_id === ownerId : !(await isRemoved(db, id))) return
  throw new ServerError(404, 'not-found', 'This listing does not exist, or it was deleted.')
}

async function findAny(db: Kysely<Tables>, id: string): Promise<PostingWithListing | null> {
  const posting = await findPosting(db, id)
  return posting ? { posting, listing: (await findPosted(db, id)) ?? null } : null
}
