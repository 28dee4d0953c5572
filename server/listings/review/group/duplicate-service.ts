// Remembers of two listings that they are no duplicates. Rights count in the writing transaction, where this runs.

import type { Kysely } from 'kysely'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { findListing } from '#server/listings/changes/listing-state-service.ts'
import { isKept } from '#server/listings/deleted/deleted-listing-service.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { bumpRevision } from '#server/platform/database/revision.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import {
  hasPair,
  insertPair,
  type Pair,
  removePair,
  removePairsOfGone,
} from './duplicate-repository.ts'

export interface DuplicateOrder {
  /** Two. */
  listingIds: readonly string[]
  /** False remembers that they are no duplicates; true forgets it. */
  areDuplicates: boolean
  session: Session
  now: Date
}

/**
 * The same again changes nothing. @throws ServerError 404 unless one of the two is on the operator's list, and the other one
 * too, or deleted and something of it is kept
 */
export async function setDuplicates(trx: Kysely<Tables>, order: DuplicateOrder): Promise<void> {
  const { listingIds, areDuplicates, session, now } = order
  const [one = '', other = ''] = listingIds
  if (!(await areKnown(trx, one, other)))
    throw new ServerError(404, 'not-found', 'One of these listings does not exist any more.')
  const pair: Pair = one < other ? [one, other] : [other, one]
  if ((await hasPair(trx, pair)) !== areDuplicates) return
  const at = now.toISOString()
  await (areDuplicates
    ? removePair(trx, pair)
    : insertPair(trx, pair, { personId: session.userId, at }))
  await bumpRevision(trx)
  for (const [id, otherId] of [pair, [pair[1], pair[0]] as const])
    await appendAuditEntry(trx, {
      at,
      actor_id: session.userId,
      device_label: session.deviceLabel,
      action: 'not-duplicate',
      entity: 'listing',
      entity_id: id,
      from_value: areDuplicates ? otherId : null,
      to_value: areDuplicates ? null : otherId,
      idempotency_key: null,
    })
}

async function areKnown(trx: Kysely<Tables>, one: string, other: string): Promise<boolean> {
  const [first, second] = [await findListing(trx, one), await findListing(trx, other)]
  if (first && second) return true
  return (first || second) !== undefined && isKept(trx, first ? other : one)
}

/** Forgets what was said about listings of which nothing is kept any more. */
export function forgetOldPairs(db: Kysely<Tables>): Promise<void> {
  return removePairsOfGone(db)
}
