import type { Kysely } from 'kysely'
import { requireNoReasonNeeded } from '#server/listings/reasons/reason-service.ts'
import { findLastChange, type LastChange } from '#server/platform/audit/audit-service.ts'
import type { PostingRow } from '#server/platform/database/rows/listing-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { isVersionMatch } from '#server/platform/http/calls/version-match.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { endOfApproval } from '#src/domain/posting/posting-state.ts'
import { type ChangeOrder, toChange } from './listing-change.ts'
import { findRejectionKey, replaceReason, toReasonRow } from './listing-reason-service.ts'
import { findListing, type ListingWithOwner } from './listing-repository.ts'
import { findState } from './listing-state-service.ts'
import { changeListing } from './listing-writer-service.ts'

// An operator's changes of a listing. Each runs in one transaction with its idempotency record.

export type ChangeOutcome =
  | { kind: 'applied'; listing: ListingWithOwner }
  | { kind: 'missing' }
  | { kind: 'overtaken'; current: ListingWithOwner; change: LastChange | null }

/**
 * Sets the status of a listing, with the reason of a rejection. The current status is accepted and changes nothing but the
 * reason, if there is one. A new status deletes the reason of an earlier rejection.
 * @throws ServerError 409 for a rejection without the required reason, and those of `toReasonRow`
 */
export async function applyStatus(
  trx: Kysely<Tables>,
  order: ChangeOrder,
  { status, reason }: Decision,
): Promise<ChangeOutcome> {
  const state = await findState(trx, order.listingId)
  if (!state?.listing) return { kind: 'missing' }
  const { posting, listing } = state
  if (!isVersionMatch(order.seen, listing.version)) return overtaken(trx, listing)
  if (listing.status === status) {
    if (reason) await explainAgain(trx, order, listing, reason)
    return { kind: 'applied', listing }
  }
  if (status === 'rejected' && !reason) await requireNoReasonNeeded(trx)
  const given = reason && { ...reason, changeKey: requireKey(order) }
  const changed = await changeListing(trx, listing.id, {
    ...toChange(order, 'decided'),
    status,
    record: decideRecord(posting, status, order.now),
    reason: given && (await toReasonRow(trx, listing, given, order.now)),
  })
  return { kind: 'applied', listing: changed.listing ?? listing }
}

/**
 * What a decision changes about the record: times and the seller's state, never content, so that an undo has no content
 * to restore. Nothing for a listing that its owner has not written in this app.
 */
function decideRecord(posting: PostingRow, status: ListingStatus, now: Date): Partial<PostingRow> {
  const { seller_state: before, live, reviewed, submitted_at: submittedAt } = posting
  if (posting.is_from_before === 1) return {}
  if (status === 'pending')
    return {
      decided_at: null,
      resubmitted_at: reviewed === null ? null : submittedAt,
      // The approval was undone, so remove its end, unless an earlier approved version is still live.
      ...(live === null && { expires_at: null }),
    }
  const decided = { decided_at: now.toISOString(), resubmitted_at: null }
  if (status === 'rejected') return decided
  return {
    ...decided,
    seller_state: before === 'expired' ? 'posted' : before,
    expires_at: endOfApproval(now),
    reminded_at: null,
  }
}

/** A new status; a rejection may have its reason. */
export interface Decision {
  status: ListingStatus
  reason?: ChosenReason | undefined
}

/** Somebody else rejected the listing first: the reason that the operator insists on belongs to that rejection. */
async function explainAgain(
  trx: Kysely<Tables>,
  order: ChangeOrder,
  listing: ListingWithOwner,
  reason: ChosenReason,
): Promise<void> {
  const changeKey = (await findRejectionKey(trx, listing)) ?? requireKey(order)
  await replaceReason(trx, order, listing, { ...reason, changeKey })
}

/** A reason belongs to a decision that is known by its key. */
function requireKey({ idempotencyKey }: ChangeOrder): string {
  if (idempotencyKey !== undefined) return idempotencyKey
  throw new ServerError(400, 'bad-key', 'A rejection with a reason needs an Idempotency-Key.')
}

export async function applyDelete(trx: Kysely<Tables>, order: ChangeOrder): Promise<ChangeOutcome> {
  const listing = await findListing(trx, order.listingId)
  if (!listing) return { kind: 'missing' }
  if (!isVersionMatch(order.seen, listing.version)) return overtaken(trx, listing)
  await changeListing(trx, listing.id, { ...toChange(order, 'deleted'), record: null })
  return { kind: 'applied', listing }
}

/** The listing as it is now, and its last change, for a repeat of a change that was overtaken. */
export async function findOvertaken(trx: Kysely<Tables>, id: string): Promise<ChangeOutcome> {
  const current = await findListing(trx, id)
  return current ? overtaken(trx, current) : { kind: 'missing' }
}

async function overtaken(trx: Kysely<Tables>, current: ListingWithOwner): Promise<ChangeOutcome> {
  const change = await findLastChange(trx, {
    entity: 'listing',
    entityId: current.id,
    action: 'status',
  })
  // An edit by the owner also raises the version, but is not in the audit log.
  const isNewest = change?.at === current.updated_at
  return { kind: 'overtaken', current, change: isNewest ? change : null }
}
