import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import type { EventRow, Tables } from '#server/database/schema.ts'
import { requireEventChange, requireEventCreate } from '#server/limits/limit-service.ts'
import { forgetRecord } from '#server/receipts/receipt-service.ts'
import { ServerError } from '#server/server-error.ts'
import { type EventBody, mergeBody, readStored } from './event-body.ts'
import {
  findEvent,
  insertEvent,
  measureEventsOf,
  removeEvent,
  setEventBody,
} from './event-repository.ts'

// What an owner does to an event. Everything here runs in one transaction with its receipt.

const MAX_EVENTS = 1000 // more than one person can arrange in years
const MAX_ACCOUNT_BYTES = 8 * 1024 * 1024 // 250 events of the largest size; an ordinary one has under 1 KB

export interface EventOrder extends Pick<AppDeps, 'appSecret'> {
  ownerId: string
  now: Date
}

/** @throws ServerError 400, 409 (too many events), 413, 429 */
export async function createEvent(
  trx: Kysely<Tables>,
  { ownerId, appSecret, now }: EventOrder,
  payload: EventBody,
): Promise<EventRow> {
  const body = mergeBody({}, payload)
  await requireEventCreate(trx, { appSecret, userId: ownerId, now })
  const used = await measureEventsOf(trx, ownerId)
  if (used.count >= MAX_EVENTS) throw tooManyEvents()
  const text = JSON.stringify(body)
  requireRoom(used.bytes + Buffer.byteLength(text))
  const event = {
    id: makeRecordId(now),
    owner_id: ownerId,
    body: text,
    version: 1,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
  await insertEvent(trx, event)
  return event
}

/** Null when the owner has no such event. A patch that changes nothing is a success. @throws ServerError 400, 413, 429 */
export async function updateEvent(
  trx: Kysely<Tables>,
  { ownerId, appSecret, now }: EventOrder,
  id: string,
  patch: EventBody,
): Promise<EventRow | null> {
  await requireEventChange(trx, { appSecret, userId: ownerId, now })
  const event = await findEvent(trx, { id, ownerId })
  if (!event) return null
  const body = JSON.stringify(mergeBody(readStored(event.body), patch))
  if (body === event.body) return event
  const growth = Buffer.byteLength(body) - Buffer.byteLength(event.body)
  // Shorter is always allowed: an account that is over the limit can be put right.
  if (growth > 0) requireRoom((await measureEventsOf(trx, ownerId)).bytes + growth)
  return setEventBody(trx, { id, ownerId }, { body, updatedAt: now.toISOString() })
}

/** Whether the owner had such an event; it is gone for good, from the kept answers too. @throws ServerError 429 */
export async function deleteEvent(
  trx: Kysely<Tables>,
  { ownerId, appSecret, now }: EventOrder,
  id: string,
): Promise<boolean> {
  await requireEventChange(trx, { appSecret, userId: ownerId, now })
  const event = await findEvent(trx, { id, ownerId })
  if (!event) return false
  await removeEvent(trx, { id, ownerId })
  await forgetRecord(trx, id)
  return true
}

function tooManyEvents(): ServerError {
  const most = MAX_EVENTS.toLocaleString('en-IN')
  const sentence = `You have ${most} events, as many as one person may have. Delete one first.`
  return new ServerError(409, 'too-many-events', sentence)
}

/** @throws ServerError 413 */
function requireRoom(bytes: number): void {
  if (bytes <= MAX_ACCOUNT_BYTES) return
  const most = MAX_ACCOUNT_BYTES / 1024 / 1024
  const sentence = `Your events would take up more than ${most} MB, as much as one account may have. Delete one first.`
  throw new ServerError(413, 'events-too-large', sentence)
}
