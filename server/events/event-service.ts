import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { EventRow, Tables } from '#server/platform/database/schema.ts'
import { requirePersonTry } from '#server/platform/limits/limit-service.ts'
import { requireRoomFor } from './event-allowance-service.ts'
import { type EventBody, mergeBody, readStored } from './event-body.ts'
import {
  findEvent,
  insertEvent,
  removeEvent,
  removeEventsOf,
  setEventBody,
} from './event-repository.ts'

// Changes of events by their owner. Each runs in one transaction with its idempotency record.

export interface EventOrder extends Pick<AppDeps, 'appSecret'> {
  ownerId: string
  /** The caller's network (server/platform/http/client-address.ts). */
  network: string
  now: Date
}

/** @throws ServerError 400, 401, 403 (not verified), 409 (too many events), 413, 429 */
export async function createEvent(
  trx: Kysely<Tables>,
  order: EventOrder,
  payload: EventBody,
): Promise<EventRow> {
  const { ownerId, now } = order
  const body = mergeBody({}, payload)
  await requirePersonTry(trx, order, 'event-create', { ...order, userId: ownerId })
  const text = JSON.stringify(body)
  await requireRoomFor(trx, ownerId, { events: 1, bytes: Buffer.byteLength(text) })
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

/**
 * Returns null when the owner has no such event. An empty patch succeeds. @throws ServerError 400,
 * 401, 403, 413, 429
 */
export async function updateEvent(
  trx: Kysely<Tables>,
  order: EventOrder,
  id: string,
  patch: EventBody,
): Promise<EventRow | null> {
  const { ownerId, now } = order
  await requirePersonTry(trx, order, 'event-change', { ...order, userId: ownerId })
  const event = await findEvent(trx, { id, ownerId })
  if (!event) return null
  const body = JSON.stringify(mergeBody(readStored(event.body), patch))
  if (body === event.body) return event
  const growth = Buffer.byteLength(body) - Buffer.byteLength(event.body)
  // Shrinking is always allowed, so that an account over the limit can recover.
  if (growth > 0) await requireRoomFor(trx, ownerId, { events: 0, bytes: growth })
  return setEventBody(trx, { id, ownerId }, { body, updatedAt: now.toISOString() })
}

/**
 * Returns whether the owner had such an event. @throws ServerError 429
 */
export async function deleteEvent(
  trx: Kysely<Tables>,
  order: EventOrder,
  id: string,
): Promise<boolean> {
  const { ownerId } = order
  await requirePersonTry(trx, order, 'event-change', { ...order, userId: ownerId })
  const event = await findEvent(trx, { id, ownerId })
  if (!event) return false
  await removeEvent(trx, { id, ownerId })
  return true
}

export async function hasEvent(
  trx: Kysely<Tables>,
  event: { id: string; ownerId: string },
): Promise<boolean> {
  return (await findEvent(trx, event)) !== undefined
}

/** Deletes all events of deleted owners. */
export function forgetEventsOf(trx: Kysely<Tables>, ownerIds: readonly string[]): Promise<void> {
  return removeEventsOf(trx, ownerIds)
}
