import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { makeRecordId } from '#server/database/record-id.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/server-error.ts'
import {
  insertAttempt,
  listAttemptsMs,
  removeAttempts,
  removeAttemptsBefore,
} from './attempts-repository.ts'
import {
  type Allowance,
  findAccountWaitMs,
  findAllowanceWaitMs,
  REMEMBERED_TRIES,
} from './wait-rules.ts'

// Limits are rows, so that two processes on one database agree. A try is counted before it is judged: tries that
// arrive together cannot slip through together.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const PER_ADDRESS: readonly Allowance[] = [
  { most: 20, windowMs: HOUR_MS / 4 },
  { most: 100, windowMs: DAY_MS },
] // research c2
const REVEALS: readonly Allowance[] = [
  { most: 30, windowMs: HOUR_MS },
  { most: 100, windowMs: DAY_MS },
] // research c6

/** Counts a sign-in; the answer forgets the account's tries again. @throws ServerError 429 when there were too many. */
export async function requireSignInTry(
  db: Kysely<Tables>,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<{ forget: () => Promise<void> }> {
  // Hashed: what people type into the wrong field is nobody's business.
  const subject = createHash('sha256').update(`${email} ${address}`).digest('hex')
  await db.transaction().execute(async (trx) => {
    await removeAttemptsBefore(trx, 'sign-in', ago(now, DAY_MS))
    const mine = await listAttemptsMs(trx, 'sign-in', { subject }, REMEMBERED_TRIES)
    const here = await listAttemptsMs(trx, 'sign-in', { address }, mostOf(PER_ADDRESS))
    const waitMs = Math.max(
      findAccountWaitMs(mine, now.getTime()),
      findAllowanceWaitMs(here, PER_ADDRESS, now.getTime()),
    )
    if (waitMs > 0) throw tooMany('Too many sign-ins that failed.', waitMs)
    const attempt = { kind: 'sign-in', subject, address, at: now.toISOString() } as const
    await insertAttempt(trx, { id: makeRecordId(now), ...attempt })
  })
  return { forget: () => removeAttempts(db, 'sign-in', subject) }
}

/** Counts a PAN reveal within the transaction that logs it. @throws ServerError 429 beyond the operator's allowance. */
export async function requireReveal(
  trx: Kysely<Tables>,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await removeAttemptsBefore(trx, 'pan-reveal', ago(now, DAY_MS))
  const tries = await listAttemptsMs(trx, 'pan-reveal', { subject: userId }, mostOf(REVEALS))
  const waitMs = findAllowanceWaitMs(tries, REVEALS, now.getTime())
  if (waitMs > 0) throw tooMany('Too many PAN numbers were revealed.', waitMs)
  await insertAttempt(trx, {
    id: makeRecordId(now),
    kind: 'pan-reveal',
    subject: userId,
    address: null,
    at: now.toISOString(),
  })
}

function mostOf(allowances: readonly Allowance[]): number {
  return Math.max(...allowances.map(({ most }) => most))
}

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}

function tooMany(what: string, waitMs: number): ServerError {
  const seconds = Math.ceil(waitMs / 1000)
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
  return new ServerError(429, 'too-many', `${what} Try again in ${wait}.`, {
    'Retry-After': String(seconds),
  })
}
