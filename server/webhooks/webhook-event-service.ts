// Events of listings for webhooks. An event is queued in the transaction of its change, so that both
// are stored or neither is.

import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import type { WebhookRow } from '#server/database/webhook-rows.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { WebhookEvent } from '#src/domain/webhook.ts'
import { insertDeliveries, removeDeliveriesBefore } from './webhook-delivery-repository.ts'
import { listWebhookRows } from './webhook-repository.ts'

const ID_BYTES = 16 // 128 bits: unique without coordination
const DAY_MS = 86_400_000
const LOG_DAYS = 30 // events can be replayed to a receiver that was down for weeks

export interface NotedEvent {
  listingId: string
  /** Null for a deleted listing. */
  status: ListingStatus | null
  /** The code of the reason of a rejection; null without one. */
  reasonCode?: string | null
  now: Date
}

/** Queues an event for its subscribers. Paused webhooks get it when they are resumed. */
export async function noteEvent(
  trx: Kysely<Tables>,
  type: WebhookEvent,
  { listingId, status, reasonCode = null, now }: NotedEvent,
): Promise<void> {
  const wanting = (await listWebhookRows(trx)).filter(({ events }) =>
    events.split(' ').includes(type),
  )
  if (wanting.length > 0)
    await insertEvent(trx, wanting, type, { listingId, status, reasonCode }, now)
}

/** Queues a test event for one webhook. */
export function noteTest(trx: Kysely<Tables>, webhook: WebhookRow, now: Date): Promise<void> {
  return insertEvent(trx, [webhook], 'webhook.test', {}, now)
}

export function forgetOldDeliveries(db: Kysely<Tables>, now: Date): Promise<void> {
  const at = new Date(now.getTime() - LOG_DAYS * DAY_MS)
  return removeDeliveriesBefore(db, at.toISOString())
}

async function insertEvent(
  trx: Kysely<Tables>,
  webhooks: readonly WebhookRow[],
  type: string,
  data: object,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const event_id = `msg_${randomBytes(ID_BYTES).toString('hex')}`
  const payload = JSON.stringify({ type, timestamp: at, data })
  const rows = webhooks.map(({ id: webhook_id }) => ({
    id: makeRecordId(now),
    webhook_id,
    event_id,
    event: type,
    payload,
    attempts: 0,
    created_at: at,
    due_at: at,
    leased_until: null,
    last_status: null,
    done_at: null,
    dead_at: null,
  }))
  await insertDeliveries(trx, rows)
}
