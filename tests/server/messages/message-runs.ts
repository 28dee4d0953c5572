import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { type DeliveryDeps, deliverMessages } from '#server/messages/message-delivery-service.ts'
import { createOutboundClient } from '#server/outbound/outbound-service.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** An HTTP client that reaches no host, so that no test sends push messages unless it passes another client. */
const NOWHERE = createOutboundClient({ resolve: async () => [] })

/** Runs once the job that sends waiting messages, which each server process runs regularly. */
export function runMessages(
  server: TestServer,
  { db = server.db, ...more }: Partial<DeliveryDeps> & { db?: Kysely<Tables> } = {},
): Promise<void> {
  const { mailer, publicUrl, appSecret, log } = server
  return deliverMessages({
    db,
    clock: server.clock.now,
    mailer,
    publicUrl,
    appSecret,
    log,
    outbound: NOWHERE,
    ...more,
  })
}

/** Calls with which the operator decides on a listing and gives reasons. Each decision has its own idempotency key. */
export function makeDecisions(server: TestServer, token: string, listingId: string) {
  const path = `/api/admin/properties/${listingId}`
  let made = 0
  let lastKey = ''
  return {
    async decide(status: string) {
      made += 1
      lastKey = `decision-${listingId}-${made}`
      const headers = { 'Idempotency-Key': lastKey }
      return call(server, 'PATCH', `${path}/status`, { token, body: { status }, headers })
    },
    /** Sends a reason for the last decision. */
    explain(note = 'The kitchen is missing.', changesNeeded = true) {
      const body = { changeKey: lastKey, code: 'photos', note, changesNeeded }
      return call(server, 'PUT', `${path}/reason`, { token, body })
    },
  }
}

/** Calls to the inbox of the person to whom the token belongs. */
export function makeInbox(server: TestServer, token: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    call(server, method, `/api/account/messages${path}`, { token, body })
  return {
    ask,
    read: async (query = '') => (await ask('GET', query)).json,
    async list() {
      const { data } = (await ask('GET', '')).json
      return data as unknown as { id: string; kind: string; isRead: boolean; reason: object }[] // safe cast: OpenAPI describes these fields
    },
  }
}
