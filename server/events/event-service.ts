import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/database/record-id.ts'
import type { EventRow, Tables } from '#server/database/schema.ts'
import { requireEventChange, requireEventCreate } from '#server/limits/limit-service.ts'
import { forgetRecord } from '#server/receipts/receipt-service.ts'
import { ServerError } from '#server/server-error.ts'
import { type EventBody, mergeBody, readStored } from './event-body.ts'
import {
  countEventsOf,
  findEvent,
  insertEvent,
  removeEvent,
  setEventBody,
} from './event-repository.ts'

// What an owner does to an event. Everything here runs in one transaction with its receipt.

const MAX_EVENTS = 1000 // decision 31

export interface EventOrder {
  ownerId: string
  now: Date
}

/** @throws ServerError 400, 409 (too many events), 413, 429 */
export async function createEvent(
  trx: Kysely<Tables>,
  { ownerId, now }: EventOrder,
  payload: EventBody,
): Promise<EventRow> {
  const body = mergeBody({}, payload)
  await requireEventCreate(trx, { userId: ownerId, now })
  if ((await countEventsOf(trx, ownerId)) >= MAX_EVENTS) throw tooManyEvents()
  const event = {
    id: makeRecordId(now),
    owner_id: ownerId,
    body: JSON.stringify(body),
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
  { ownerId, now }: EventOrder,
  id: string,
  patch: EventBody,
): Promise<EventRow | null> {
  await requireEventChange(trx, { userId: ownerId, now })
  const event = await findEvent(trx, { id, ownerId })
  if (!event) return null
  const body = JSON.stringify(mergeBody(readStored(event.body), patch))
  if (body === event.body) return event
  return setEventBody(trx, { id, ownerId }, { body, updatedAt: now.toISOString() })
}

/** Whether the owner had such an event; it is gone for good, from the kept answers too. @throws ServerError 429 */
export async function deleteEvent(
  trx: Kysely<Tables>,
  { ownerId, now }: EventOrder,
  id: string,
): Promise<boolean> {
  await requireEventChange(trx, { userId: ownerId, now })
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
