// Sends due deliveries. A process leases each delivery before it sends it. If the process is killed,
// another one takes over when the lease expires.

import type { AppDeps } from '#server/app-env.ts'
import { listTeam } from '#server/auth/staff/staff-service.ts'
import { describePassingTrouble } from '#server/database/database-trouble.ts'
import type { WebhookDeliveryRow, WebhookRow } from '#server/database/webhook-rows.ts'
import { composeWebhookMail } from '#server/mail/webhook-mail.ts'
import { type OutboundClient, OutboundError } from '#server/outbound/outbound-service.ts'
import type { LaneWork } from '#server/outbound/receiver-lane-service.ts'
import { claimDeliveries, hasDueDelivery, settleDelivery } from './webhook-delivery-repository.ts'
import { findWebhook, setWebhook } from './webhook-repository.ts'
import { afterFailure, MOST_FAILURES } from './webhook-retry.ts'
import { makeSecretCipher, sign } from './webhook-secret.ts'

const TIMEOUT_MS = 15_000 // Standard Webhooks advises 15 to 30 s
const LEASE_MS = 60_000 // outlasts an attempt, and the mails about a paused webhook
const MOST = 32 // webhooks served at once: more than there can be, so that none waits for another

export interface WebhookDeliveryDeps
  extends Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'appSecret' | 'log'> {
  outbound: OutboundClient
}

/** Sends due deliveries, one at a time to each webhook. Several processes may run it at the same time. */
export function makeWebhookWork(deps: WebhookDeliveryDeps): LaneWork<WebhookDeliveryRow> {
  return {
    most: MOST,
    mostMs: LEASE_MS,
    take: (most) => takeDeliveries(deps, most),
    async serve(delivery) {
      const webhook = await findWebhook(deps.db, delivery.webhook_id)
      // Without the webhook, there is no delivery to settle: both were deleted meanwhile.
      if (webhook) await settle(deps, delivery, await attempt(deps, webhook, delivery))
    },
  }
}

async function takeDeliveries({ db, clock }: WebhookDeliveryDeps, most: number) {
  const at = clock()
  const now = at.toISOString()
  // Check with a read first, so that an idle server does not take the writer lock.
  if (!(await hasDueDelivery(db, now))) return []
  const until = new Date(at.getTime() + LEASE_MS).toISOString()
  return db.transaction().execute((trx) => claimDeliveries(trx, { now, until, most }))
}

/**
 * Returns the HTTP status of the response; null without a response. An unexpected error, except
 * temporary database trouble, counts as a failed attempt: if it were thrown, the delivery would
 * be repeated for ever.
 */
async function attempt(
  deps: WebhookDeliveryDeps,
  webhook: WebhookRow,
  delivery: WebhookDeliveryRow,
): Promise<number | null> {
  try {
    return await send(deps, webhook, delivery)
  } catch (err) {
    if (describePassingTrouble(err)) throw err
    if (!(err instanceof OutboundError))
      deps.log.error({ err, deliveryId: delivery.id }, 'a webhook failed unexpectedly')
    return null
  }
}

async function send(
  { clock, appSecret, outbound, log }: WebhookDeliveryDeps,
  { id: webhookId, address, secret_sealed, old_secret_sealed }: WebhookRow,
  { event_id: id, payload: body }: WebhookDeliveryRow,
): Promise<number | null> {
  const cipher = makeSecretCipher(appSecret)
  const secrets = [secret_sealed, old_secret_sealed].flatMap(
    (sealed) => (sealed && cipher.open(webhookId, sealed)) || [],
  )
  if (secrets.length === 0) {
    log.error({ webhookId }, 'APP_SECRET has changed: rotate the secret of this webhook')
    return null
  }
  const timestamp = Math.floor(clock().getTime() / 1000)
  const { status } = await outbound.send({
    url: address,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Webhook-Id': id,
      'Webhook-Timestamp': timestamp,
      'Webhook-Signature': sign(secrets, { id, timestamp, body }),
    },
    body,
    wholeMs: TIMEOUT_MS,
  })
  return status
}

async function settle(
  deps: WebhookDeliveryDeps,
  delivery: WebhookDeliveryRow,
  status: number | null,
): Promise<void> {
  const now = deps.clock()
  const at = now.toISOString()
  const isDone = status !== null && status >= 200 && status < 300
  const outcome = isDone ? { done_at: at, leased_until: null } : afterFailure(delivery, now)
  const paused = await deps.db.transaction().execute(async (trx) => {
    const isOwn = await settleDelivery(trx, delivery, { ...outcome, last_status: status })
    const webhook = isOwn && (await findWebhook(trx, delivery.webhook_id))
    if (!webhook) return null
    const failures = isDone ? 0 : webhook.failures + 1
    const isPaused = failures >= MOST_FAILURES && webhook.state === 'active'
    const pause = isPaused ? ({ state: 'paused', paused_at: at } as const) : {}
    if (failures !== webhook.failures) await setWebhook(trx, webhook.id, { failures, ...pause })
    return isPaused ? webhook : null
  })
  if (paused) await tellOwners(deps, paused)
}

async function tellOwners(
  { db, mailer, publicUrl, log }: WebhookDeliveryDeps,
  { id, address }: WebhookRow,
): Promise<void> {
  log.warn({ webhookId: id }, 'a webhook failed too often and was paused')
  const { host } = new URL(address)
  const mail = composeWebhookMail({ host, webhookId: id, publicUrl })
  const owners = (await listTeam(db)).filter(
    ({ role, suspendedAt }) => role === 'owner' && suspendedAt === null,
  )
  await Promise.all(owners.map(({ email }) => mailer.send(email, mail)))
}
