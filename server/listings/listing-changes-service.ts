import type { Kysely } from 'kysely'
import { appendAuditEntry, findLastChange, type LastChange } from '#server/audit/audit-service.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import { bumpRevision } from '#server/database/revision.ts'
import type { Tables } from '#server/database/schema.ts'
import { isVersionMatch, type VersionMatch } from '#server/http/calls/version-match.ts'
import { forgetPosting, noteDecision } from '#server/posting/posting-decision-service.ts'
import { noteEvent } from '#server/webhooks/webhook-event-service.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { removeListingReason } from './listing-reason-repository.ts'
import {
  findListing,
  type ListingWithOwner,
  removeListing,
  setListingStatus,
} from './listing-repository.ts'

// Changes of a listing. Each runs in one transaction with its audit entry and its idempotency
// record.

export interface ChangeOrder {
  listingId: string
  session: Pick<Session, 'userId' | 'deviceLabel'>
  /** The version that the operator saw; null if the client did not send it. */
  seen: VersionMatch | null
  idempotencyKey: string | undefined
  now: Date
}

export type ChangeOutcome =
  | { kind: 'applied'; listing: ListingWithOwner }
  | { kind: 'missing' }
  | { kind: 'overtaken'; current: ListingWithOwner; change: LastChange | null }

/**
 * Sets the status of a listing. The current status is accepted and changes nothing. A new status
 * deletes the reason of an earlier rejection.
 */
export async function applyStatus(
  trx: Kysely<Tables>,
  order: ChangeOrder,
  status: ListingStatus,
): Promise<ChangeOutcome> {
  const listing = await findListing(trx, order.listingId)
  if (!listing) return { kind: 'missing' }
  if (!isVersionMatch(order.seen, listing.version)) return overtaken(trx, listing)
  if (listing.status === status) return { kind: 'applied', listing }
  const at = order.now.toISOString()
  const revision = await bumpRevision(trx)
  await setListingStatus(trx, listing.id, { status, revision, updatedAt: at })
  await removeListingReason(trx, listing.id)
  await noteEvent(trx, 'listing.decided', { listingId: listing.id, status, now: order.now })
  await noteDecision(trx, listing.id, {
    from: listing.status ?? 'pending',
    status,
    changeKey: order.idempotencyKey ?? null,
    now: order.now,
  })
  await appendAuditEntry(trx, {
    ...auditEntryOf(order, listing),
    action: 'status',
    to_value: status,
  })
  return {
    kind: 'applied',
    listing: { ...listing, status, revision, version: listing.version + 1, updated_at: at },
  }
}

export async function applyDelete(trx: Kysely<Tables>, order: ChangeOrder): Promise<ChangeOutcome> {
  const listing = await findListing(trx, order.listingId)
  if (!listing) return { kind: 'missing' }
  if (!isVersionMatch(order.seen, listing.version)) return overtaken(trx, listing)
  const revision = await bumpRevision(trx)
  await removeListing(trx, listing.id, { revision, removedAt: order.now.toISOString() })
  await forgetPosting(trx, listing.id, order.now)
  await noteEvent(trx, 'listing.deleted', { listingId: listing.id, status: null, now: order.now })
  await appendAuditEntry(trx, { ...auditEntryOf(order, listing), action: 'delete', to_value: null })
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

export function auditEntryOf(
  { session, idempotencyKey, now }: ChangeOrder,
  listing: ListingWithOwner,
) {
  return {
    at: now.toISOString(),
    actor_id: session.userId,
    device_label: session.deviceLabel,
    entity: 'listing',
    entity_id: listing.id,
    from_value: listing.status,
    idempotency_key: idempotencyKey ?? null,
  } as const
}
