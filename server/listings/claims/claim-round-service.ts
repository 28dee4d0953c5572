// What the claims of a listing mean for a decision about it: the decision is logged with their times, and ends them.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import { EMPTIED } from './claim-repository.ts'

/** The first and the last claim of a listing since the last decision about it; null without. */
export async function findClaimTimes(db: Kysely<Tables>, listingId: string) {
  const row = await db
    .selectFrom('claims')
    .select(['first_claimed_at', 'claimed_at as last_claimed_at'])
    .where('listing_id', '=', listingId)
    .where('first_claimed_at', 'is not', null)
    .executeTakeFirst()
  return row ?? { first_claimed_at: null, last_claimed_at: null }
}

/** Ends the claim of a listing: after a decision of any person, nothing is left to decide. */
export async function endClaims(trx: Kysely<Tables>, listingId: string): Promise<void> {
  await trx
    .updateTable('claims')
    .set({ ...EMPTIED, first_claimed_at: null })
    .where('listing_id', '=', listingId)
    .execute()
}
