import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/database/record-id.ts'
import type { AttemptRow, Tables } from '#server/database/schema.ts'
import {
  type AttemptScope,
  insertAttempt,
  listAttemptsMs,
  removeAttemptsBefore,
} from './attempts-repository.ts'
import { type Allowance, findAllowanceWaitMs } from './wait-rules.ts'

// Limits are rows, so that two processes on one database agree. A try is counted before it is judged: tries that
// arrive together cannot slip through together.

const LONGEST_WINDOW_MS = 86_400_000 // no allowance looks back further than a day

/** Milliseconds until the allowances let another attempt through; 0 for now. */
export async function findWaitMs(
  trx: Kysely<Tables>,
  kind: AttemptRow['kind'],
  by: AttemptScope,
  allowances: readonly Allowance[],
  now: Date,
): Promise<number> {
  const most = Math.max(...allowances.map((allowance) => allowance.most))
  const triesMs = await listAttemptsMs(trx, kind, by, most)
  return findAllowanceWaitMs(triesMs, allowances, now.getTime())
}

interface Attempt extends Omit<AttemptRow, 'id' | 'at' | 'site'> {
  site?: string | null
  now: Date
  keptMs?: number
}

/** Counts an attempt, and forgets those of its kind that nobody looks back to any more. Returns its id. */
export async function countAttempt(
  trx: Kysely<Tables>,
  { now, keptMs = LONGEST_WINDOW_MS, site = null, ...attempt }: Attempt,
): Promise<string> {
  const tooOld = new Date(now.getTime() - keptMs).toISOString()
  await removeAttemptsBefore(trx, attempt.kind, tooOld)
  const id = makeRecordId(now)
  await insertAttempt(trx, { id, ...attempt, site, at: now.toISOString() })
  return id
}
