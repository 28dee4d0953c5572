// Lets owners of the panel manage webhooks. Only the response that creates a secret contains it. The
// audit log names a webhook by the host of its URL.

import type { Kysely } from 'kysely'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { WebhookRow } from '#server/platform/database/rows/webhook-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { isOutboundUrl } from '#server/platform/outbound/outbound-service.ts'
import type { NewWebhook, WebhookEvent } from '#src/domain/webhook.ts'
import { noteTest } from './webhook-event-service.ts'
import {
  findWebhook,
  insertWebhook,
  listWebhookRows,
  removeWebhook,
  setWebhook,
} from './webhook-repository.ts'
import { makeSecret, makeSecretCipher } from './webhook-secret.ts'

const MOST_WEBHOOKS = 20 // each event of a listing inserts a delivery for each subscribed webhook

/** The owner of the panel who changes webhooks, and the device used. */
export interface WebhookOrder {
  userId: string
  deviceLabel: string
  appSecret: string
  now: Date
}

export function listWebhooks(db: Kysely<Tables>): Promise<WebhookRow[]> {
  return listWebhookRows(db)
}

/** The host of a webhook; null if it was deleted. */
export async function nameWebhook(db: Kysely<Tables>, id: string): Promise<string | null> {
  const webhook = await findWebhook(db, id)
  return webhook ? new URL(webhook.address).host : null
}

/** @throws ServerError 404 */
export async function requireWebhook(db: Kysely<Tables>, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id)
  if (!webhook) throw new ServerError(404, 'not-found', 'This webhook was deleted.')
  return webhook
}

/** @throws ServerError 400 for a URL that is not public https on port 443, 409 when there are too many */
export async function createWebhook(
  trx: Kysely<Tables>,
  { address, events }: NewWebhook,
  by: WebhookOrder,
): Promise<{ id: string; secret: string }> {
  if (!isOutboundUrl(address)) {
    const sentence = 'Enter a public https address on port 443, without a user name.'
    throw new ServerError(400, 'invalid-input', sentence, { fields: { address: sentence } })
  }
  if ((await listWebhookRows(trx)).length >= MOST_WEBHOOKS) throw tooMany()
  const id = makeRecordId(by.now)
  const secret = makeSecret()
  const webhook: WebhookRow = {
    id,
    address: new URL(address).href,
    events: toColumn(events),
    secret_sealed: makeSecretCipher(by.appSecret).seal(id, secret),
    old_secret_sealed: null,
    state: 'active',
    failures: 0,
    created_by: by.userId,
    created_at: by.now.toISOString(),
    paused_at: null,
  }
  await insertWebhook(trx, webhook)
  await appendEntry(trx, webhook, by, 'created')
  return { id, secret }
}

/** @throws ServerError 404 */
export async function setEvents(
  trx: Kysely<Tables>,
  id: string,
  events: readonly WebhookEvent[],
  by: WebhookOrder,
): Promise<void> {
  await change(trx, id, { events: toColumn(events) }, by, 'events changed')
}

/** Adds a second secret. Both sign until the rotation ends. @throws ServerError 404, 409 during a rotation */
export async function rotateSecret(
  trx: Kysely<Tables>,
  id: string,
  by: WebhookOrder,
): Promise<{ secret: string }> {
  const { secret_sealed, old_secret_sealed } = await requireWebhook(trx, id)
  if (old_secret_sealed !== null)
    throw new ServerError(409, 'rotation-open', 'End the present rotation first.')
  const secret = makeSecret()
  const sealed = makeSecretCipher(by.appSecret).seal(id, secret)
  const secrets = { secret_sealed: sealed, old_secret_sealed: secret_sealed }
  await change(trx, id, secrets, by, 'secret rotated')
  return { secret }
}

/** Ends a rotation: from now on, only the new secret signs. @throws ServerError 404 */
export async function endRotation(
  trx: Kysely<Tables>,
  id: string,
  by: WebhookOrder,
): Promise<void> {
  await change(trx, id, { old_secret_sealed: null }, by, 'old secret ended')
}

/** @throws ServerError 404 */
export async function pauseWebhook(
  trx: Kysely<Tables>,
  id: string,
  by: WebhookOrder,
): Promise<void> {
  await change(trx, id, { state: 'paused', paused_at: by.now.toISOString() }, by, 'paused')
}

/** Pauses a webhook of a restored backup, which may have been deleted since. Its creator stands for the actor. */
export async function pauseRestored(
  trx: Kysely<Tables>,
  { id, address, created_by: userId }: WebhookRow,
  by: Pick<WebhookOrder, 'deviceLabel' | 'now'>,
): Promise<void> {
  await setWebhook(trx, id, { state: 'paused', paused_at: by.now.toISOString() })
  await appendEntry(trx, { address }, { ...by, userId }, 'paused')
}

/** Resumes a webhook. The server then sends the deliveries queued during the pause. @throws ServerError 404 */
export async function resumeWebhook(
  trx: Kysely<Tables>,
  id: string,
  by: WebhookOrder,
): Promise<void> {
  await change(trx, id, { state: 'active', paused_at: null, failures: 0 }, by, 'resumed')
}

/** @throws ServerError 404 */
export async function deleteWebhook(
  trx: Kysely<Tables>,
  id: string,
  by: WebhookOrder,
): Promise<void> {
  const webhook = await requireWebhook(trx, id)
  await removeWebhook(trx, id)
  await appendEntry(trx, webhook, by, 'deleted')
}

/** @throws ServerError 404 */
export async function sendTest(trx: Kysely<Tables>, id: string, by: WebhookOrder): Promise<void> {
  const webhook = await requireWebhook(trx, id)
  await noteTest(trx, webhook, by.now)
  await appendEntry(trx, webhook, by, 'tested')
}

export async function appendEntry(
  trx: Kysely<Tables>,
  { address }: Pick<WebhookRow, 'address'>,
  { userId, deviceLabel, now }: Omit<WebhookOrder, 'appSecret'>,
  what: string,
): Promise<void> {
  await appendAuditEntry(trx, {
    at: now.toISOString(),
    actor_id: userId,
    device_label: deviceLabel,
    action: 'webhook',
    entity: 'account',
    entity_id: userId,
    from_value: null,
    to_value: `${what} ${new URL(address).host}`,
    idempotency_key: null,
  })
}

async function change(
  trx: Kysely<Tables>,
  id: string,
  values: Partial<WebhookRow>,
  by: WebhookOrder,
  what: string,
): Promise<void> {
  const webhook = await requireWebhook(trx, id)
  await setWebhook(trx, id, values)
  await appendEntry(trx, webhook, by, what)
}

function toColumn(events: readonly WebhookEvent[]): string {
  return [...new Set(events)].join(' ')
}

function tooMany(): ServerError {
  const sentence = `There are ${MOST_WEBHOOKS} webhooks, as many as there may be. Delete one first.`
  return new ServerError(409, 'too-many-webhooks', sentence)
}
