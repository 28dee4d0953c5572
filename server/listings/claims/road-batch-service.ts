// Listings that one person reserves together for the road. Each is a claim of its own, taken by the one statement of claims,
// so a take-over, a hand-over, a decision or a suspension ends it as any other.

import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { WantedBatch } from '#src/domain/claim/claim-schemas.ts'
import type { TakenBatch } from '#src/domain/claim/road-batch.ts'
import { formatTime } from '#src/domain/dates.ts'
import { countNoun } from '#src/domain/money.ts'
import {
  changeOwnClaim,
  endBatch,
  findBatchOf,
  listReservable,
  openClaim,
  reservedUntil,
} from './claim-repository.ts'
import { type ClaimOrder, leaseOf } from './claim-service.ts'

const HOUR_MS = 3_600_000

type BatchOrder = Omit<ClaimOrder, 'listingId'>

/**
 * Reserves the first `count` of the listings that nobody else has. What colleagues have, what is decided and what the
 * caller holds already is passed over. @throws ServerError 409 while the caller has a batch, and if nothing is free
 */
export async function takeBatch(
  trx: Kysely<Tables>,
  { session, now }: BatchOrder,
  { listingIds, count, hours }: WantedBatch,
): Promise<TakenBatch> {
  const at = now.toISOString()
  const personId = session.userId
  const before = await findBatchOf(trx, personId, at)
  if (before) throw hasBatch(before)
  const batchId = makeRecordId(now)
  const until = new Date(now.getTime() + hours * HOUR_MS).toISOString()
  const reservable = await listReservable(trx, listingIds, personId, at)
  const granted: string[] = []
  let passedOver = 0
  for (const listingId of new Set(listingIds)) {
    if (granted.length === count) break
    const lease = leaseOf({ listingId, session, now })
    const isGranted =
      reservable.has(listingId) && (await openClaim(trx, { ...lease, hasUnsavedText: false }))
    if (!isGranted) {
      passedOver += 1
      continue
    }
    const own = { listingId, personId, now: at }
    if (!(await changeOwnClaim(trx, own, reservedUntil(batchId, until))))
      throw new Error('a claim that was just opened is alive')
    granted.push(listingId)
  }
  if (granted.length === 0) throw noneFree()
  return { batchId, until, listingIds: granted, passedOver }
}

/** Gives back what is not decided of a batch. Succeeds if it is over. */
export async function giveBatchBack(
  trx: Kysely<Tables>,
  { session, now }: BatchOrder,
  batchId: string,
): Promise<void> {
  await endBatch(trx, { batchId, personId: session.userId, now: now.toISOString() })
}

function hasBatch({ until, count }: { until: string; count: number }): ServerError {
  return new ServerError(
    409,
    'has-batch',
    `You have ${countNoun(count, 'listing')} reserved until ${formatTime(until)}. Decide them, or give the rest back first.`,
  )
}

function noneFree(): ServerError {
  return new ServerError(
    409,
    'none-free',
    'None of these listings is free now: colleagues have them, or they are decided. Refresh the list and try again.',
  )
}
