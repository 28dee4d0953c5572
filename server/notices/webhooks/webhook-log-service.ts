import type { Kysely } from 'kysely'
import { isRecordId } from '#server/platform/database/record-id.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { readLimit } from '#server/platform/http/calls/page-request.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { Job } from '#server/platform/jobs/job-kind-service.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import {
  type DeliveryPlace,
  findDelivery,
  listDeliveryRows,
} from './webhook-delivery-repository.ts'
import { appendEntry, requireWebhook, type WebhookOrder } from './webhook-service.ts'
import { toWireDelivery } from './webhook-wire.ts'

const PAGE = 50 // rows: more than a screen shows

/** One page of a webhook's deliveries, newest first. @throws ServerError 400, 404 */
export async function readDeliveries(
  db: Kysely<Tables>,
  webhookId: string,
  { limit, cursor }: Readonly<Record<string, string>>,
) {
  await requireWebhook(db, webhookId)
  const size = limit === undefined ? PAGE : readLimit(limit, PAGE)
  const after = cursor === undefined ? null : readCursor(cursor)
  // Reads one row more than the page has, to find out whether there is a next page.
  const rows = await listDeliveryRows(db, webhookId, { after, most: size + 1 })
  const data = rows.slice(0, size).map(toWireDelivery)
  const last = rows.length > size ? data.at(-1) : undefined
  return { data, meta: { nextCursor: last ? makeCursor({ ...last, id: last._id }) : null } }
}

/** Sends an event again, as a new delivery with the same Webhook-Id. @throws ServerError 404 */
export async function replayDelivery(
  trx: Kysely<Tables>,
  id: string,
  by: WebhookOrder,
): Promise<void> {
  const delivery = await findDelivery(trx, id)
  if (!delivery)
    throw new ServerError(404, 'not-found', 'This delivery is not in the log any more.')
  const webhook = await requireWebhook(trx, delivery.lane)
  // The cast is safe: `noteEvent` wrote the payload.
  const payload = JSON.parse(delivery.payload) as Job['payload']
  await addJobs(trx, 'webhooks', [{ lane: webhook.id, key: delivery.key, payload }], by.now)
  await appendEntry(trx, webhook, by, 'event replayed to')
}

function makeCursor({ createdAt, id }: DeliveryPlace): string {
  return Buffer.from(`delivery ${createdAt} ${id}`).toString('base64url')
}

function readCursor(text: string): DeliveryPlace {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const [, createdAt, id] = /^delivery (\d{4}-[\d:.TZ-]{1,30}) (\S+)$/.exec(plain) ?? []
  if (createdAt !== undefined && id !== undefined && isRecordId(id)) return { createdAt, id }
  throw new ServerError(400, 'bad-cursor', 'The cursor is not one that this server gave.')
}
