import * as v from 'valibot'
import type { JobRow } from '#server/platform/database/rows/job-rows.ts'
import {
  envelopeWith,
  recordWith,
  WireCount,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { JOB_KINDS } from '#server/platform/metrics/metrics-service.ts'

const FailedJobWireSchema = recordWith('FailedJob', {
  _id: v.pipe(v.string(), v.description('The id of the job.')),
  kind: v.picklist(JOB_KINDS),
  about: v.pipe(v.string(), v.description('The record that it is about, in words.')),
  error: v.pipe(v.string(), v.description('Why the last attempt failed.')),
  attempts: WireCount,
  askedAt: v.pipe(WireTime, v.description('Since when it is tried.')),
  failedAt: v.pipe(
    v.nullable(WireTime),
    v.description('When it was given up; null while it is tried.'),
  ),
  nextAttemptAt: v.pipe(v.nullable(WireTime), v.description('Null if it was given up.')),
})

export const FailedJobListSchema = envelopeWith(v.array(FailedJobWireSchema))
export type FailedJobListAnswer = v.InferInput<typeof FailedJobListSchema>

export function toFailedJob(row: JobRow, about: string): FailedJobListAnswer['data'][number] {
  const { id: _id, kind, attempts, asked_at, due_at, dead_at, outcome } = row
  return {
    _id,
    // The cast is safe: only the kinds of the list add jobs.
    kind: kind as (typeof JOB_KINDS)[number],
    about,
    error: outcome ?? '',
    attempts,
    askedAt: asked_at,
    failedAt: dead_at,
    nextAttemptAt: dead_at === null ? due_at : null,
  }
}
