// Prepares, changes and withdraws the messages about decisions. Each call runs in the caller's
// transaction.

import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { ListingReasonRow } from '#server/platform/database/rows/listing-rows.ts'
import type { MessageRow } from '#server/platform/database/rows/message-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { removeJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import {
  findMessageOfChange,
  findNewestReason,
  insertMessage,
  listMessageIdsOf,
  removeUnsent,
  setInInbox,
  setMessage,
} from './message-repository.ts'

const SETTLE_MS = 60_000 // operators undo mistakes within seconds
const LATEST_MS = 10 * 60_000 // sellers are notified by then, however late the reason arrives

export interface NotedDecision {
  listingId: string
  ownerId: string
  /** The listing's title. */
  title: string | null
  from: ListingStatus
  status: ListingStatus
  /** The idempotency key of the status change; null without one. */
  changeKey: string | null
  now: Date
}

/**
 * Prepares the message about a decision and deletes an unsent earlier message. If the decision
 * restores the status that the owner knows, or sets "pending", no new message is created. Also
 * deletes queued mails and notifications about earlier decisions, which would be outdated.
 */
export async function prepareMessage(
  trx: Kysely<Tables>,
  { listingId, ownerId, title, from, status, changeKey, now }: NotedDecision,
): Promise<void> {
  const [unsent] = await removeUnsent(trx, listingId)
  await takeBackDeliveries(trx, listingId)
  // Decisions within a minute count as one, from the first one's status. Not across an edit by the owner, which may have
  // changed the status in between.
  const knownStatus = unsent?.status === from ? unsent.from_status : from
  if (status === 'pending' || status === knownStatus) return
  await insertMessage(trx, {
    id: makeRecordId(now),
    user_id: ownerId,
    listing_id: listingId,
    change_key: changeKey,
    status,
    from_status: knownStatus,
    title,
    decided_at: now.toISOString(),
    due_at: dueAt(now, null).toISOString(),
    left_at: null,
    read_at: null,
    reason_code: null,
    sentence: null,
    note: null,
    changes_needed: null,
    grievance_id: null,
    expected_by: null,
  })
}

/** When a message about a decision enters the inbox. `reasonAt` is null before a reason arrives. */
export function dueAt(decidedAt: Date, reasonAt: Date | null): Date {
  const decided = decidedAt.getTime()
  const settled = Math.max(decided + SETTLE_MS, reasonAt?.getTime() ?? 0)
  return new Date(Math.min(settled, decided + LATEST_MS))
}

export interface EarlierReason {
  at: string
  label: string
  sentence: string
  note: string
  changesNeeded: boolean
}

/**
 * The reason that the owner of a listing was given last. It stays in the message after the listing is submitted again, when
 * the listing itself has no reason any more. Null without one.
 */
export async function findEarlierReason(
  db: Kysely<Tables>,
  listingId: string,
): Promise<EarlierReason | null> {
  const found = await findNewestReason(db, listingId)
  if (!found) return null
  const { at, label, sentence, note, changesNeeded } = found
  return {
    at,
    label,
    sentence: sentence ?? '',
    note: note ?? '',
    changesNeeded: changesNeeded === 1,
  }
}

/** Adds the reason to the message about the rejection. A message in the inbox becomes unread again. */
export async function addReason(
  trx: Kysely<Tables>,
  listingId: string,
  reason: Omit<ListingReasonRow, 'listing_id'>,
  now: Date,
): Promise<void> {
  const message = await findMessageOfChange(trx, listingId, reason.change_key)
  if (!message) return
  const due = dueAt(new Date(message.decided_at), now).toISOString()
  await setMessage(trx, message.id, {
    reason_code: reason.code,
    sentence: reason.sentence,
    note: reason.note,
    changes_needed: reason.changes_needed,
    ...(message.left_at === null ? { due_at: due } : { read_at: null }),
  })
}

/**
 * Ends the news of a rejection, because the owner has submitted the listing again: no mail and no notification leaves. An
 * unsent message goes to the inbox as read, since it keeps the reason that the next reviewer reads.
 */
export async function withdrawRejection(
  trx: Kysely<Tables>,
  listingId: string,
  at: Date,
): Promise<void> {
  const times = { left_at: at.toISOString(), read_at: at.toISOString() }
  await setInInbox(trx, listingId, times, 'rejected')
  await takeBackDeliveries(trx, listingId, 'rejected')
}

/** Puts the unsent messages about a listing into the inbox at once, without a mail or a notification. */
export async function putInInbox(trx: Kysely<Tables>, listingId: string, at: Date): Promise<void> {
  await setInInbox(trx, listingId, { left_at: at.toISOString() })
}

/** Deletes unsent messages and deliveries about a deleted listing. The inbox keeps its messages. */
export async function removeUnsentMessages(trx: Kysely<Tables>, listingId: string): Promise<void> {
  await removeUnsent(trx, listingId)
  await takeBackDeliveries(trx, listingId)
}

/** Takes back the mails and notifications that have not left; with `status`, only those about it. */
async function takeBackDeliveries(
  trx: Kysely<Tables>,
  listingId: string,
  status?: MessageRow['status'],
): Promise<void> {
  const ids = await listMessageIdsOf(trx, listingId, status)
  await removeJobs(trx, ['mails', 'notifications'], ids)
}
