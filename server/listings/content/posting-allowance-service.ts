import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countDraftsOf, countPostedOf } from './posting-repository.ts'

// Limits the number of an owner's drafts and listings.

const MAX_DRAFTS = 200
const MAX_LISTINGS = 50 // agencies with more listings use the import

/** @throws ServerError 409 */
export async function requireRoomForDraft(trx: Kysely<Tables>, ownerId: string): Promise<void> {
  if ((await countDraftsOf(trx, ownerId)) < MAX_DRAFTS) return
  const sentence = `You have ${MAX_DRAFTS} drafts and withdrawn listings, as many as one person may have. Delete one first.`
  throw new ServerError(409, 'too-many-drafts', sentence)
}

/** @throws ServerError 409 */
export async function requireRoomForListing(trx: Kysely<Tables>, ownerId: string): Promise<void> {
  if ((await countPostedOf(trx, ownerId)) < MAX_LISTINGS) return
  const sentence = `You have ${MAX_LISTINGS} listings live or in review, as many as one person may have. Withdraw one first.`
  throw new ServerError(409, 'too-many-listings', sentence)
}
