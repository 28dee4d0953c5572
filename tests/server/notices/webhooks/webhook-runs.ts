import { createHmac } from 'node:crypto'
import {
  makeWebhookKind,
  type WebhookDeliveryDeps,
} from '#server/notices/webhooks/webhook-delivery-service.ts'
import { call } from '#tests/server/api-call.ts'
import { claimJobs, runJobs } from '#tests/support/server/job-run.ts'
import type { startPushService } from '#tests/support/server/push-service.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

export const WANTED = {
  address: 'https://hooks.example.com/listings',
  events: ['listing.decided', 'listing.changed', 'listing.deleted'],
}

/** A webhook receiver: an HTTPS server on loopback. */
export type Receiver = Awaited<ReturnType<typeof startPushService>>

/** Runs the delivery job once, as each server process does regularly. */
export function runWebhooks(
  server: TestServer,
  more: Pick<WebhookDeliveryDeps, 'outbound'> & Partial<WebhookDeliveryDeps>,
): Promise<void> {
  return runJobs(server, makeKind(server, more))
}

/** Claims the due deliveries, as a process that is then killed. */
export function claimWebhooks(server: TestServer, more: Parameters<typeof runWebhooks>[1]) {
  return claimJobs(server, makeKind(server, more))
}

function makeKind(server: TestServer, more: Parameters<typeof runWebhooks>[1]) {
  const { db, mailer, publicUrl, appSecret, log } = server
  return makeWebhookKind({
    db,
    clock: server.clock.now,
    mailer,
    publicUrl,
    appSecret,
    log,
    ...more,
  })
}

export function makeWebhookCalls(server: Parameters<typeof call>[0], token: string) {
  const ask = (method: string, path = '', body?: unknown) =>
    call(server, method, `/api/admin/webhooks${path}`, { token, body })
  return {
    ask,
    async create(wanted: object = WANTED) {
      const { json } = await ask('POST', '', wanted)
      return { id: String(json['data']?.['_id']), secret: String(json['data']?.['secret']) }
    },
    async list() {
      return (await ask('GET')).json['data'] as unknown as Record<string, unknown>[] // the API documents an array
    },
    async log(id: string, query = '') {
      const { json } = await ask('GET', `/${id}/deliveries${query}`)
      return json['data'] as unknown as Record<string, unknown>[] // the API documents an array
    },
    replay: (id: unknown) =>
      call(server, 'POST', `/api/admin/webhook-deliveries/${id}/replay`, { token }),
  }
}

/** Verifies a delivery as a receiver does (standardwebhooks.com): one of its signatures must match. */
export function isSigned(
  { headers, body }: Pick<Receiver['pushed'][number], 'headers' | 'body'>,
  secret: string,
  sent = body.toString(),
): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${sent}`
  const wanted = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(wanted)
}
