import type { Kysely } from 'kysely'
import {
  type DeliveryDeps,
  makeMailKind,
  makeNotificationKind,
  releaseDueMessages,
} from '#server/notices/messages/message-delivery-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { countJobs } from '#server/platform/jobs/job-queue-service.ts'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { makeOperatorCalls } from '#tests/server/listings/content/posting-calls.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

/** An HTTP client that reaches no host, so that no test sends push messages unless it passes another client. */
const NOWHERE = createOutboundClient({ resolve: async () => [] })

type MessageDeps = Partial<DeliveryDeps> & { db?: Kysely<Tables> }

/** Counts the mails and notifications that wait, and those that were given up. */
export async function countDeliveries({ db }: Pick<TestServer, 'db'>) {
  const counts = { waiting: 0, dead: 0 }
  for (const { kind, state, jobs } of await countJobs(db))
    if (kind === 'mails' || kind === 'notifications')
      counts[state === 'dead' ? 'dead' : 'waiting'] += jobs
  return counts
}

/** Runs once the jobs that send waiting messages, which each server process runs regularly. */
export async function runMessages(
  server: TestServer,
  { db = server.db, ...more }: MessageDeps = {},
): Promise<void> {
  const { mailer, publicUrl, appSecret, log } = server
  const clock = server.clock.now
  const deps = { db, clock, mailer, publicUrl, appSecret, log, outbound: NOWHERE, ...more }
  await releaseDueMessages(deps, () => false)
  const process = { ...server, db, write: makeWrite(db) }
  await Promise.all([
    runJobs(process, makeMailKind(deps)),
    runJobs(process, makeNotificationKind(deps)),
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
