// Who should decide about a listing: one row for each assigned listing. What an assignment shows is a part of the list, so
// each of its changes gives the listing a revision, and no version: it conflicts with no decision.

import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/schema.ts'
import type { WantedChange } from './listing-change.ts'
import type { ListingState } from './listing-state-service.ts'
import { touchListings } from './listing-touch-service.ts'

/**
 * Stores whom the change assigns the listing to, and deletes an assignment that has ended: the listing is taken off the
 * list, or submitted again after a decision.
 */
export async function writeAssignment(
  trx: Kysely<Tables>,
  id: string,
  { kind, status, assigneeId, now }: WantedChange,
  before: ListingState | null,
): Promise<void> {
  if (assigneeId) {
    const row = { person_id: assigneeId, assigned_at: now.toISOString() }
    await trx
      .insertInto('assignments')
      .values({ listing_id: id, ...row })
      .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(row))
      .execute()
    return
  }
  const wasDecided = before?.listing && (before.listing.status ?? 'pending') !== 'pending'
  const isOver = status === null || (kind === 'submitted' && wasDecided)
  if (assigneeId === null || isOver)
    await trx.deleteFrom('assignments').where('listing_id', '=', id).execute()
}

/**
 * Takes all listings from a person who cannot decide any more, in one revision. The log of changes has no row about it: the
 * audit log has the suspension, the role or the erasure that was the reason.
 */
export async function endAssignmentsOf(trx: Kysely<Tables>, personId: string): Promise<void> {
  const theirs = trx
    .selectFrom('assignments')
    .select('listing_id as id')
    .where('person_id', '=', personId)
  if (!(await theirs.limit(1).executeTakeFirst())) return
  await touchListings(trx, theirs)
  await trx.deleteFrom('assignments').where('person_id', '=', personId).execute()
}
