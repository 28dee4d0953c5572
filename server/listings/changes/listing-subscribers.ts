import type { Kysely } from 'kysely'
import { endClaims } from '#server/listings/claims/claim-round-service.ts'
import { noteMediaUse, removeMediaOfListing } from '#server/listings/media/listing-media-service.ts'
import { forgetViews } from '#server/listings/views/view-service.ts'
import { removeVisitPhotosOf } from '#server/listings/visit-photos/visit-photo-service.ts'
import {
  addReason,
  prepareMessage,
  removeUnsentMessages,
  withdrawRejection,
} from '#server/notices/messages/message-decision-service.ts'
import { noteEvent } from '#server/notices/webhooks/webhook-event-service.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { AuditRow, Tables } from '#server/platform/database/schema.ts'
import { keepDeleted } from './deleted-advert-service.ts'
import { followWait } from './due-time-service.ts'
import type { AppliedChange } from './listing-change.ts'
import { askForHints } from './listing-hint-service.ts'
import type { ListingState } from './listing-state-service.ts'
import { readContent } from './published-form-service.ts'

type Subscriber = (trx: Kysely<Tables>, applied: AppliedChange) => Promise<void>

/** All that follows from a change of a listing, in this order, in its transaction. */
export const SUBSCRIBERS: readonly Subscriber[] = [
  tellWebhooks,
  tellOwner,
  audit,
  keepDeleted,
  updateMediaUse,
  cleanUpViews,
  endClaimsOf,
  queueHints,
  followWait,
]

async function tellWebhooks(
  trx: Kysely<Tables>,
  { id: listingId, change, before, after }: AppliedChange,
): Promise<void> {
  const { kind, status: newStatus, reason, now } = change
  const status = after?.listing?.status ?? null
  if (kind === 'decided' || kind === 'explained') {
    const reasonCode = reason?.code ?? null
    await noteEvent(trx, 'listing.decided', { listingId, status, reasonCode, now })
  } else if (before?.listing && !after?.listing)
    await noteEvent(trx, 'listing.deleted', { listingId, status: null, now })
  else if (newStatus) await noteEvent(trx, 'listing.changed', { listingId, status, now })
}

/** A decision, its reason and the end of both reach the owner's messages here. */
async function tellOwner(
  trx: Kysely<Tables>,
  { id: listingId, change, before, after }: AppliedChange,
): Promise<void> {
  const { kind, status, reason, key, now } = change
  if (!after) return removeUnsentMessages(trx, listingId)
  const { owner_id: ownerId, submitted } = after.posting
  if (kind === 'decided' && status && after.posting.is_from_before === 0)
    await prepareMessage(trx, {
      listingId,
      ownerId,
      title: submitted && readContent(submitted).title,
      from: before?.listing?.status ?? 'pending',
      status,
      changeKey: key ?? null,
      now,
    })
  if (reason) await addReason(trx, listingId, reason, now)
  if (kind === 'submitted' && before?.listing && status === 'pending')
    await withdrawRejection(trx, listingId, now)
}

/**
 * Adds to the audit log: every new status of a listing, the reason of a rejection, who should decide about it, and a
 * deletion by an operator.
 */
async function audit(trx: Kysely<Tables>, applied: AppliedChange): Promise<void> {
  const { change, before, reasonBefore } = applied
  const from = before?.listing?.status ?? null
  if (change.kind === 'deleted') await append(trx, applied, { action: 'delete', from, to: null })
  if (isNewStatus(applied))
    await append(trx, applied, { action: 'status', from, to: change.status ?? null })
  // Only the codes: the note may contain a name, and could never be deleted from the log.
  if (change.reason)
    await append(trx, applied, { action: 'reason', from: reasonBefore, to: change.reason.code })
  if (change.assigneeId !== undefined) {
    const assigneeBefore = before?.listing?.assigneeId ?? null
    await append(trx, applied, { action: 'assign', from: assigneeBefore, to: change.assigneeId })
  }
}

function isNewStatus({ change, before }: AppliedChange): boolean {
  if (change.kind === 'decided') return true
  return Boolean(before?.listing && change.status) && change.status !== statusOf(before)
}

function statusOf(state: ListingState | null) {
  return state?.listing?.status ?? 'pending'
}

async function append(
  trx: Kysely<Tables>,
  { id, change: { by, now, key } }: AppliedChange,
  { action, from, to }: { action: AuditRow['action']; from: string | null; to: string | null },
): Promise<void> {
  if (!by) throw new Error('an audit entry names a person')
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: by.userId,
    device_label: by.deviceLabel,
    action,
    entity: 'listing',
    entity_id: id,
    from_value: from,
    to_value: to,
    idempotency_key: key ?? null,
  })
}

async function updateMediaUse(
  trx: Kysely<Tables>,
  { id, change: { now }, before, after }: AppliedChange,
): Promise<void> {
  if (!after) {
    await removeVisitPhotosOf(trx, id, now)
    return removeMediaOfListing(trx, id, now)
  }
  const texts = ['body', 'submitted', 'reviewed', 'live'] as const
  if (!before || texts.some((text) => before.posting[text] !== after.posting[text]))
    await noteMediaUse(trx, id, after.posting, now)
}

/** Ends the claim of a listing after a decision of any person, and when the listing is removed from the list. */
async function endClaimsOf(
  trx: Kysely<Tables>,
  { id, change: { kind }, after }: AppliedChange,
): Promise<void> {
  if (kind === 'decided' || !after?.listing) await endClaims(trx, id)
}

/** The hints of a submission are looked for after the commit, so that nobody waits for them. */
async function queueHints(
  trx: Kysely<Tables>,
  { change: { kind, now }, after }: AppliedChange,
): Promise<void> {
  if (kind === 'submitted' && after?.listing) await askForHints(trx, now)
}

async function cleanUpViews(trx: Kysely<Tables>, { id, after }: AppliedChange): Promise<void> {
  if (!after) await forgetViews(trx, id)
}
