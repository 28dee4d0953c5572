// Events of listings for webhooks. An event is queued in the transaction of its change, so that both
// are stored or neither is.

import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WebhookRow } from '#server/platform/database/rows/webhook-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { WebhookEvent } from '#src/domain/webhook.ts'
import { listWebhookRows } from './webhook-repository.ts'

const ID_BYTES = 16 // 128 bits: unique without coordination

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

async function insertEvent(
  trx: Kysely<Tables>,
  webhooks: readonly WebhookRow[],
  type: string,
  data: object,
  now: Date,
): Promise<void> {
  const key = `msg_${randomBytes(ID_BYTES).toString('hex')}`
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  const payload = { event: type, body }
  await addJobs(
    trx,
    'webhooks',
    webhooks.map(({ id: lane }) => ({ lane, key, payload })),
    now,
  )
}
