import type { Kysely } from 'kysely'
import { appendAuditEntry, findLastChange, listAuditEntries } from '#server/audit/audit-service.ts'
import type { ListingReasonRow } from '#server/database/listing-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import { addReason } from '#server/messages/message-decision-service.ts'
import { labelReasons, requireOfferedReason } from '#server/reasons/reason-service.ts'
import { noteEvent } from '#server/webhooks/webhook-event-service.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import type { GivenReason } from '#src/domain/listing/rejection-reason.ts'
import { auditEntryOf, type ChangeOrder } from './listing-changes-service.ts'
import { findListingReason, putListingReason } from './listing-reason-repository.ts'
import { findListing, type ListingWithOwner } from './listing-repository.ts'

// The reasons of rejections. A reason belongs to one status change, identified by its idempotency
// key, and is deleted when the status changes again.

/**
 * Stores the reason of the current rejection, replacing an earlier one. The same reason again
 * changes nothing. @throws ServerError 409 if `changeKey` is not the key of the current rejection, 400
 * for an unknown code
 */
export async function applyReason(
  trx: Kysely<Tables>,
  order: ChangeOrder,
  reason: GivenReason,
): Promise<'applied' | 'missing'> {
  const { changeKey, code, note, changesNeeded } = reason
  const listing = await findListing(trx, order.listingId)
  if (!listing) return 'missing'
  if ((await findRejectionKey(trx, listing)) !== changeKey)
    throw new ServerError(
      409,
      'decided-again',
      'This listing was decided again meanwhile, so the reason was not stored.',
    )
  const before = await findListingReason(trx, listing.id)
  const content = { change_key: changeKey, code, note, changes_needed: changesNeeded ? 1 : 0 }
  if (before && isSame(before, content)) return 'applied'
  await requireOfferedReason(trx, code)
  const given_at = order.now.toISOString()
  await putListingReason(trx, { listing_id: listing.id, ...content, given_at })
  await addReason(trx, listing.id, reason, order.now)
  await noteEvent(trx, 'listing.decided', {
    listingId: listing.id,
    status: 'rejected',
    reasonCode: code,
    now: order.now,
  })
  await appendAuditEntry(trx, {
    ...auditEntryOf(order, listing),
    action: 'reason',
    // Logs only the codes: the note may contain a name, and could never be deleted from the log.
    from_value: before?.code ?? null,
    to_value: code,
  })
  return 'applied'
}

function isSame(before: ListingReasonRow, content: Partial<ListingReasonRow>): boolean {
  return Object.entries({ ...before, ...content }).every(
    ([name, value]) => before[name as keyof ListingReasonRow] === value, // the cast is safe: each name is a column
  )
}

/**
 * The idempotency key of the change that rejected the listing; null if it is not rejected, or the
 * change had no key.
 */
async function findRejectionKey(
  db: Kysely<Tables>,
  { id, status }: Pick<ListingWithOwner, 'id' | 'status'>,
): Promise<string | null> {
  if (status !== 'rejected') return null
  const last = await findLastChange(db, { entity: 'listing', entityId: id, action: 'status' })
  return last?.to === 'rejected' ? last.idempotencyKey : null
}

/** The current rejection and its reason; null if `findRejectionKey` finds no key. */
export async function findRejection(db: Kysely<Tables>, listing: ListingWithOwner) {
  const changeKey = await findRejectionKey(db, listing)
  if (changeKey === null) return null
  const given = await findListingReason(db, listing.id)
  return { changeKey, reason: given ? toWireReason(given) : null }
}

/** The history of a listing, newest first. Only the current reason still has its note. */
export async function listListingHistory(
  db: Kysely<Tables>,
  listingId: string,
): Promise<HistoryEntry[]> {
  const given = await findListingReason(db, listingId)
  const labelOf = await labelReasons(db)
  let present = given
  return listAuditEntries(db, 'listing', listingId, ({ action, to_value: code }) => {
    if (action !== 'reason' || code === null) return null
    const more = present ? [present.changes_needed === 1 && 'Changes needed', present.note] : []
    present = undefined
    return [labelOf(code), ...more].filter(Boolean).join(' · ')
  })
}

function toWireReason({ code, note, changes_needed, given_at }: ListingReasonRow) {
  return { code, note, changesNeeded: changes_needed === 1, givenAt: given_at }
}
