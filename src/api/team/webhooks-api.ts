import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import {
  type NewWebhook,
  type Webhook,
  WebhookDeliverySchema,
  WebhookSchema,
} from '#src/domain/webhook.ts'

// Webhooks and the log of their deliveries, which the team's owners manage online only. Each call throws ApiError.

const WEBHOOKS = '/admin/webhooks'
const DELIVERIES_SHOWN = 20
const WebhooksAnswer = envelopeOf(listOf(WebhookSchema))
const SecretAnswer = envelopeOf(v.object({ secret: v.string() }))
const DeliveriesAnswer = v.looseObject({
  success: v.literal(true),
  data: listOf(WebhookDeliverySchema),
  meta: v.looseObject({ nextCursor: v.nullable(v.string()) }),
})
const Done = v.looseObject({ success: v.literal(true) })

/** GET /admin/webhooks */
export function listWebhooks(signal?: AbortSignal): Promise<Webhook[]> {
  return call(WEBHOOKS, WebhooksAnswer, { signal })
}

/** POST /admin/webhooks. Returns the secret, which no other call returns. */
export async function createWebhook(wanted: NewWebhook): Promise<string> {
  return (await call(WEBHOOKS, SecretAnswer, { method: 'POST', body: wanted })).secret
}

/** POST /admin/webhooks/{id}/rotation. Returns the new secret. Until the rotation ends, both secrets sign requests. */
export async function rotateWebhookSecret(id: string): Promise<string> {
  return (await call(pathOf(id, '/rotation'), SecretAnswer, { method: 'POST' })).secret
}

/** DELETE /admin/webhooks/{id}/rotation. From now on, only the new secret signs requests. */
export async function endWebhookRotation(id: string): Promise<void> {
  await call(pathOf(id, '/rotation'), Done, { method: 'DELETE' })
}

/** POST /admin/webhooks/{id}/pause, /resume or /test */
export async function tellWebhook(id: string, what: 'pause' | 'resume' | 'test'): Promise<void> {
  await call(pathOf(id, `/${what}`), Done, { method: 'POST' })
}

/** DELETE /admin/webhooks/{id} */
export async function deleteWebhook(id: string): Promise<void> {
  await call(pathOf(id), Done, { method: 'DELETE' })
}

/** GET /admin/webhooks/{id}/deliveries: one page, newest first; the cursor null requests the first page. */
export async function listDeliveries(id: string, cursor: string | null, signal?: AbortSignal) {
  const page = new URLSearchParams({ limit: String(DELIVERIES_SHOWN), ...(cursor && { cursor }) })
  const path = pathOf(id, `/deliveries?${page}`)
  const { data, meta } = await call(path, DeliveriesAnswer, { signal })
  return { deliveries: data, nextCursor: meta.nextCursor }
}

/** POST /admin/webhook-deliveries/{id}/replay */
export async function replayDelivery(id: string): Promise<void> {
  const path = `/admin/webhook-deliveries/${encodeURIComponent(id)}/replay`
  await call(path, Done, { method: 'POST' })
}

function pathOf(id: string, rest = ''): string {
  return `${WEBHOOKS}/${encodeURIComponent(id)}${rest}`
}
