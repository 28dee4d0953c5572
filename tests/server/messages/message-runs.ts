import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { type DeliveryDeps, deliverMessages } from '#server/messages/message-delivery-service.ts'
import { createOutboundClient } from '#server/outbound/outbound-service.ts'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server-fixture.ts'

/** A client for which no host name resolves. */
const NOWHERE = createOutboundClient({ resolve: async () => [] })

/** One run of the message job, as each process does it. */
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

/** Sends the operator's decisions, each with its own idempotency key like the panel, and the reasons for them. */
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

/** The signed-in person's inbox. */
export function makeInbox(server: TestServer, token: string) {
  const ask = (method: string, path: string, body?: unknown) =>
    call(server, method, `/api/account/messages${path}`, { token, body })
  return {
    ask,
    read: async (query = '') => (await ask('GET', query)).json,
    async list() {
      const { data } = (await ask('GET', '')).json
      return data as unknown as { id: string; kind: string; isRead: boolean; reason: object }[] // the documented answer
    },
  }
}
