// Assigns listings to people of the team. Rights count in the writing transaction, where these functions run.

import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { endAssignmentsOf } from '#server/listings/changes/listing-assignment-service.ts'
import { findListing } from '#server/listings/changes/listing-state-service.ts'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import { listDeciders } from '#server/listings/claims/claim-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'

export interface AssignOrder {
  listingId: string
  /** Null takes the listing from the person who has it. */
  personId: string | null
  by: Pick<Session, 'userId' | 'deviceLabel'>
  now: Date
}

/**
 * Assigns a listing that waits for a decision. The same person again changes nothing.
 * @throws ServerError 409 if the person may not decide about listings
 */
export async function assignListing(
  trx: Kysely<Tables>,
  { listingId, personId, by, now }: AssignOrder,
): Promise<'assigned' | 'decided' | 'gone'> {
  if (personId !== null && !(await isDecider(trx, personId))) throw cannotDecide()
  const listing = await findListing(trx, listingId)
  if (!listing) return 'gone'
  if ((listing.status ?? 'pending') !== 'pending') return 'decided'
  if (listing.assigneeId !== personId)
    await changeListing(trx, listingId, { kind: 'assigned', by, now, assigneeId: personId })
  return 'assigned'
}

/** Ends the assignments of a person whose role or suspension does not let them decide any more. */
export async function followStaffChange(trx: Kysely<Tables>, personId: string): Promise<void> {
  if (!(await isDecider(trx, personId))) await endAssignmentsOf(trx, personId)
}

async function isDecider(trx: Kysely<Tables>, personId: string): Promise<boolean> {
  return (await listDeciders(trx)).some(({ id }) => id === personId)
}

function cannotDecide(): ServerError {
  return new ServerError(
    409,
    'cannot-decide',
    'This person does not decide about listings. Choose somebody else.',
  )
}
