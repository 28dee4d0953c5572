// Adds jobs, and takes them back. Both happen in the caller's transaction, so that a change and its job are stored
// together or not at all.

import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { JobKindName } from '#server/platform/metrics/metrics-service.ts'
import { insertJobs, type JobCount } from './job-repository.ts'

export { countJobs } from './job-repository.ts'
export type { JobCount }

const DAY_MS = 86_400_000
/** How long jobs that were done or given up stay: events can be replayed to a receiver that was down for weeks. */
export const JOB_LOG_DAYS = 30

export interface NewJob {
  /** A random one if absent. A job with the same id is added once. */
  id?: string
  lane: string
  key: string
  payload?: Readonly<Record<string, string>>
  /** Now if absent. */
  dueAt?: Date
}

/** Adds jobs of a kind, which are due now unless they say when. */
export function addJobs(
  trx: Kysely<Tables>,
  kind: JobKindName,
  jobs: readonly NewJob[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const rows = jobs.map(
    ({ id = makeRecordId(now), lane, key, payload = {}, dueAt }): JobRow => ({
      id,
      kind,
      lane,
      key,
      payload: JSON.stringify(payload),
      attempts: 0,
      asked_at: at,
      due_at: dueAt?.toISOString() ?? at,
      leased_until: null,
      done_at: null,
      dead_at: null,
      outcome: null,
    }),
  )
  return insertJobs(trx, rows)
}

/** Takes back the jobs about these records that are not done. A run that has begun settles nothing. */
export async function removeJobs(
  trx: Kysely<Tables>,
  kinds: readonly JobKindName[],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await trx
    .deleteFrom('jobs')
    .where('kind', 'in', kinds)
    .where('key', 'in', keys)
    .where('done_at', 'is', null)
    .execute()
}

/** Whether a job for a receiver waits and has not begun. One under way may have read already what it is about. */
export async function isAnyWaiting(
  db: Kysely<Tables>,
  { kind, lane }: { kind: JobKindName; lane: string },
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .where((eb) =>
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now.toISOString())]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Takes back jobs by their ids, as `removeJobs` does. */
export async function removeJobsById(trx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('jobs').where('id', 'in', ids).execute()
}

/** Deletes all jobs for a receiver that is gone. */
export async function removeLane(
  trx: Kysely<Tables>,
  kind: JobKindName,
  lane: string,
): Promise<void> {
  await trx.deleteFrom('jobs').where('kind', '=', kind).where('lane', '=', lane).execute()
}

/** Deletes what was done or given up, and webhook deliveries for a paused webhook, after their time in the log. */
export async function forgetOldJobs(db: Kysely<Tables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - JOB_LOG_DAYS * DAY_MS).toISOString()
  await db
    .deleteFrom('jobs')
    .where('asked_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('done_at', 'is not', null),
        eb('dead_at', 'is not', null),
        eb('kind', '=', 'webhooks' satisfies JobKindName),
      ]),
    )
    .execute()
}
