import type { Kysely } from 'kysely'
import type { AttemptRow } from '#server/database/account-rows.ts'
import { makeRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import { ATTEMPT_HOURS } from '#src/domain/retention.ts'
import {
  type AttemptScope,
  insertAttempt,
  listAttemptsMs,
  removeAttemptsBy,
} from './attempts-repository.ts'
import { type Allowance, findAllowanceWaitMs } from './wait-rules.ts'

// Attempts are database rows, so that processes on one database share them. Callers check a limit and
// count the attempt in one transaction, so that simultaneous attempts cannot all pass.

const LONGEST_WINDOW_MS = ATTEMPT_HOURS * 3_600_000

/** Milliseconds until the allowances permit another attempt; 0 if they do now. */
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
  retentionMs?: number
}

/** Counts an attempt and deletes attempts of its kind that are older than `retentionMs`. Returns its id. */
export async function countAttempt(
  trx: Kysely<Tables>,
  { now, retentionMs = LONGEST_WINDOW_MS, site = null, ...attempt }: Attempt,
): Promise<string> {
  const tooOld = new Date(now.getTime() - retentionMs).toISOString()
  await removeAttemptsBy(trx, attempt.kind, tooOld)
  const id = makeRecordId(now)
  await insertAttempt(trx, { id, ...attempt, site, at: now.toISOString() })
  return id
}
