import * as v from 'valibot'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { WebhookRow } from '#server/platform/database/rows/webhook-rows.ts'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireCursor,
  WireId,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { WEBHOOK_EVENTS } from '#src/domain/webhook.ts'
import { readStatus } from './webhook-status.ts'

const WebhookWireSchema = recordWith('Webhook', {
  _id: WireId,
  address: v.string(),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  state: v.picklist(['active', 'paused']),
  failures: v.pipe(WireCount, v.description('Failed attempts since the last success.')),
  isRotating: v.pipe(v.boolean(), v.description('Two secrets are valid.')),
  createdAt: WireTime,
  pausedAt: v.nullable(WireTime),
})

const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
const DeliveryWireSchema = recordWith('WebhookDelivery', {
  _id: WireId,
  eventId: v.pipe(v.string(), v.description('The header Webhook-Id.')),
  event: v.string(),
  state: v.picklist(DELIVERY_STATES),
  attempts: WireCount,
  lastStatus: v.nullable(v.pipe(v.number(), v.description('The HTTP status of the last answer.'))),
  createdAt: WireTime,
  nextAttemptAt: v.nullable(WireTime),
})

export const WebhookListSchema = envelopeWith(v.array(WebhookWireSchema))
export type WebhookListAnswer = v.InferInput<typeof WebhookListSchema>

const Secret = v.pipe(v.string(), v.description('No other call shows it again.'))
export const CreatedWebhookSchema = envelopeWith(v.strictObject({ _id: WireId, secret: Secret }))
export const RotatedSecretSchema = envelopeWith(v.strictObject({ secret: Secret }))

export const DeliveryPageSchema = v.strictObject({
  success: v.literal(true),
  data: v.array(DeliveryWireSchema),
  meta: v.strictObject({ nextCursor: v.nullable(WireCursor) }),
})
export type DeliveryPageAnswer = v.InferInput<typeof DeliveryPageSchema>

export function toWireWebhook(row: WebhookRow): WebhookListAnswer['data'][number] {
  const all = row.events.split(' ')
  return {
    _id: row.id,
    address: row.address,
    events: WEBHOOK_EVENTS.filter((event) => all.includes(event)),
    state: row.state,
    failures: row.failures,
    isRotating: row.old_secret_sealed !== null,
    createdAt: row.created_at,
    pausedAt: row.paused_at,
  }
}

export function toWireDelivery(row: JobRow): DeliveryPageAnswer['data'][number] {
  const state = row.done_at !== null ? 'delivered' : row.dead_at !== null ? 'failed' : 'waiting'
  return {
    _id: row.id,
    eventId: row.key,
    event: readEvent(row),
    state,
    attempts: row.attempts,
    lastStatus: readStatus(row.outcome),
    createdAt: row.asked_at,
    nextAttemptAt: state === 'waiting' ? row.due_at : null,
  }
}

function readEvent({ payload }: JobRow): string {
  // The cast is safe: `noteEvent` wrote the payload.
  return (JSON.parse(payload) as { event: string }).event
}
