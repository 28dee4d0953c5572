import * as v from 'valibot'
import { envelopeOf, listOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type FailedJob, FailedJobSchema } from '#src/domain/failed-job.ts'

// Jobs of the server that failed, which the team's owners see online only. Each call throws ApiError.

const FailedJobsAnswer = envelopeOf(listOf(FailedJobSchema))
const Done = v.looseObject({ success: v.literal(true) })

/** GET /admin/failed-jobs: at most a hundred, newest first */
export function listFailedJobs(signal?: AbortSignal): Promise<FailedJob[]> {
  return call('/admin/failed-jobs', FailedJobsAnswer, { signal })
}

/** POST /admin/failed-jobs/{id}/retry */
export async function retryJob(id: string): Promise<void> {
  await call(`/admin/failed-jobs/${encodeURIComponent(id)}/retry`, Done, { method: 'POST' })
}
