// Reads of an owner's postings: the record, and its published form once that is on the operator's list.

import type { Kysely } from 'kysely'
import {
  findState,
  isRemoved,
  type ListingState,
  toStates,
} from '#server/listings/changes/listing-state-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { isPostingLive, type PostingSituation } from '#src/domain/posting/posting-state.ts'
import { listPostingsOf } from './posting-repository.ts'

/** The owner's postings, last changed first. */
export async function listOwnPostings(
  db: Kysely<Tables>,
  ownerId: string,
): Promise<ListingState[]> {
  return toStates(db, await listPostingsOf(db, ownerId))
}

/** Returns null for an unknown id, or for another owner's posting. */
export async function findOwnPosting(
  db: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<ListingState | null> {
  const found = await findState(db, id)
  return found?.posting.owner_id === ownerId ? found : null
}

/** Whether buyers can see the listing of any owner; false for an unknown id. */
export async function isLive(db: Kysely<Tables>, id: string): Promise<boolean> {
  const found = await findState(db, id)
  return found !== null && isOnMarket(found)
}

export function situationOf({ posting, listing }: ListingState): PostingSituation {
  return {
    sellerState: posting.seller_state,
    status: listing && (listing.status ?? 'pending'),
    isInvited: listing?.reason?.changesNeeded ?? false,
    hasApprovedVersion: posting.live !== null,
  }
}

export function isOnMarket(own: ListingState): boolean {
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
  const found = await db
    .selectFrom('postings')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found ? found.owner_id === ownerId : !(await isRemoved(db, id))) return
  throw new ServerError(404, 'not-found', 'This listing does not exist, or it was deleted.')
}
