import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import {
  type DeliveryDeps,
  makeDeliveryWork,
  releaseDueMessages,
} from '#server/messages/message-delivery-service.ts'
import { createOutboundClient } from '#server/outbound/outbound-service.ts'
import { makeOperatorCalls } from '#tests/server/posting/posting-calls.ts'
import { runLanes } from '#tests/support/server/lane-run.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** An HTTP client that reaches no host, so that no test sends push messages unless it passes another client. */
const NOWHERE = createOutboundClient({ resolve: async () => [] })

type MessageDeps = Partial<DeliveryDeps> & { db?: Kysely<Tables> }

/** Runs once the jobs that send waiting messages, which each server process runs regularly. */
export async function runMessages(
  server: TestServer,
  { db = server.db, ...more }: MessageDeps = {},
): Promise<void> {
  const { mailer, publicUrl, appSecret, log } = server
  const clock = server.clock.now
  const deps = { db, clock, mailer, publicUrl, appSecret, log, outbound: NOWHERE, ...more }
  await releaseDueMessages(deps, () => false)
  await Promise.all([
    runLanes(makeDeliveryWork(deps, 'mail'), deps),
    runLanes(makeDeliveryWork(deps, 'push'), deps),
  ])
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
