import { Hono, type MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { listFailedJobs, tryAgain } from './failed-job-service.ts'
import { jobCalls } from './job-calls.ts'
import { type FailedJobListAnswer, toFailedJob } from './job-wire.ts'

/** Says in words what a job is about. The record may be gone by now. */
export type NameJob = (db: Kysely<Tables>, job: JobRow) => Promise<string>

/**
 * Shows the jobs that failed, and lets an owner try one again.
 * @param requireOwner refuses everybody else
 */
export function jobRoutes(
  { db, clock }: Pick<RouteDeps, 'db' | 'clock'>,
  nameJob: NameJob,
  requireOwner: MiddlewareHandler<AppEnv>,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/failed-jobs', jobCalls.listFailedJobs, requireOwner, async (c) => {
    const data: FailedJobListAnswer['data'] = []
    for (const row of await listFailedJobs(db)) data.push(toFailedJob(row, await nameJob(db, row)))
    return c.json({ success: true, data } satisfies FailedJobListAnswer)
  })

  routes.post('/failed-jobs/:id/retry', jobCalls.retryJob, requireOwner, async (c) => {
    const { userId: accountId, deviceLabel } = c.get('session')
    const by = { accountId, deviceLabel, now: clock() }
    await c.get('rights').write((trx) => tryAgain(trx, c.req.param('id'), by))
    return c.json({ success: true })
  })

  return routes
}
