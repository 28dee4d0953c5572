// What owners see of jobs that failed, and their order to try one again.

import type { Kysely } from 'kysely'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { JobKindName } from '#server/platform/metrics/metrics-service.ts'
import { findJob, listFailed, setAskedAgain } from './job-repository.ts'

const MOST = 100 // the newest: more have one cause, and are tried again by themselves or are history

/** The kinds that are never given up: they are in the list while they fail. */
const ENDLESS: readonly JobKindName[] = ['imports', 'media-removals']

export function listFailedJobs(db: Kysely<Tables>): Promise<JobRow[]> {
  return listFailed(db, { endless: ENDLESS, most: MOST })
}

/** Makes a failed job due now, with its whole time before it. @throws ServerError 404 if it is not failed any more */
export async function tryAgain(
  trx: Kysely<Tables>,
  id: string,
  by: { accountId: string; deviceLabel: string; now: Date },
): Promise<void> {
  const job = await findJob(trx, id)
  if (!job || !(await setAskedAgain(trx, id, by.now.toISOString())))
    throw new ServerError(404, 'not-found', 'This job is not among the failed ones any more.')
  await appendAccountAuditEntry(trx, 'job-retry', { ...by, detail: job.kind })
}
