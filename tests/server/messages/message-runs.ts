import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import { type DeliveryDeps, deliverMessages } from '#server/messages/message-delivery-service.ts'
import { createOutboundClient } from '#server/outbound/outbound-service.ts'
import { makeOperatorCalls } from '#tests/server/posting/posting-calls.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** An HTTP client that reaches no host, so that no test sends push messages unless it passes another client. */
const NOWHERE = createOutboundClient({ resolve: async () => [] })

type MessageDeps = Partial<DeliveryDeps> & { db?: Kysely<Tables> }

/** Runs once the job that sends waiting messages, which each server process runs regularly. */
export function runMessages(
  server: TestServer,
  { db = server.db, ...more }: MessageDeps = {},
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

/** Advances the clock, and then runs that job. */
export async function sendAfter(server: TestServer, seconds: number, deps?: MessageDeps) {
  server.clock.advance(seconds * 1000)
  await runMessages(server, deps)
}

/** Calls with which the operator decides on one listing and gives reasons. */
export function makeDecisions(server: TestServer, token: string, listingId: string) {
  const { decide, explain } = makeOperatorCalls(server, token)
  return {
    decide: (status: string) => decide(listingId, status),
    explain: (note?: string) => explain(listingId, note),
  }
}
