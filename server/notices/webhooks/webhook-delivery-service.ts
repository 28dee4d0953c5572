// Sends events to webhooks. The job's lane is the webhook, its key the id of the event: the same for all webhooks,
// attempts and replays.

import type { Kysely } from 'kysely'
import { listTeam } from '#server/accounts/team/staff-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { WebhookRow } from '#server/platform/database/rows/webhook-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { Job, JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { type OutboundClient, OutboundError } from '#server/platform/outbound/outbound-service.ts'
import { composeWebhookMail } from './webhook-mail.ts'
import { findWebhook, listPausedIds, setWebhook } from './webhook-repository.ts'
import { makeSecretCipher, sign } from './webhook-secret.ts'
import { sayStatus } from './webhook-status.ts'

const TIMEOUT_MS = 15_000 // Standard Webhooks advises 15 to 30 s
/** Failed attempts in a row that pause a webhook: about ten events that were tried for a day. */
const MOST_FAILURES = 100
const NO_ANSWER = 'The receiver did not answer.'

export interface WebhookDeliveryDeps
  extends Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'appSecret' | 'log'> {
  outbound: OutboundClient
}

/** Sends events to webhooks, one at a time to each. */
export function makeWebhookKind(deps: WebhookDeliveryDeps): JobKind {
  return {
    name: 'webhooks',
    lanes: 32, // webhooks served at once: more than there can be, so that none waits for another
    limitMs: 60_000, // outlasts an attempt, and the mails about a paused webhook
    everyMs: 1_000, // receivers get an event about a second after it; an idle look is one query
    backOff: {
      firstMs: 5_000,
      growth: 4, // eight attempts in the first eight hours, ten in a day
      longestMs: 6 * 3_600_000,
      givenUpAfterMs: 24 * 3_600_000,
    },
    isLogged: true,
    listHeld: listPausedIds,
    async run(job, { settle }) {
      const webhook = await findWebhook(deps.db, job.lane)
      // Without the webhook, there is nothing to deliver: it was deleted meanwhile.
      if (!webhook) return
      const status = await send(deps, webhook, job)
      const isDone = status !== null && status >= 200 && status < 300
      const says = status === null ? NO_ANSWER : sayStatus(status)
      let isPaused = false
      await settle(isDone ? { isDone, says } : { isDone, failed: says }, async (trx) => {
        isPaused = await countFailures(trx, { id: webhook.id, isDone, now: deps.clock() })
      })
      if (isPaused) await tellOwners(deps, webhook)
    },
  }
}
/** Returns the HTTP status of the response; null without a response. */
async function send(
  { clock, appSecret, outbound, log }: WebhookDeliveryDeps,
  { id: webhookId, address, secret_sealed, old_secret_sealed }: WebhookRow,
  { key: id, payload: { body = '' } }: Job,
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
  const sent = outbound.send({
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
  return sent.then(({ status }) => status, noAnswer)
}

/** Counts the failures in a row. Returns whether this one pauses the webhook. */
async function countFailures(
  trx: Kysely<Tables>,
  { id, isDone, now }: { id: string; isDone: boolean; now: Date },
): Promise<boolean> {
  const webhook = await findWebhook(trx, id)
  if (!webhook) return false
  const failures = isDone ? 0 : webhook.failures + 1
  const isPaused = failures >= MOST_FAILURES && webhook.state === 'active'
  const pause = isPaused ? ({ state: 'paused', paused_at: now.toISOString() } as const) : {}
  if (failures !== webhook.failures) await setWebhook(trx, id, { failures, ...pause })
  return isPaused
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

function noAnswer(error: unknown): null {
  if (error instanceof OutboundError) return null
  throw error
}
