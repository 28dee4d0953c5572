import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AttemptRow, Tables } from '#server/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { listAttemptsMs, removeAttempts } from './attempts-repository.ts'
import { makeTooMany } from './too-many.ts'
import { type Allowance, findAccountWaitMs, REMEMBERED_TRIES } from './wait-rules.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const SIGN_INS_PER_ADDRESS: readonly Allowance[] = [
  { most: 20, windowMs: HOUR_MS / 4 },
  { most: 100, windowMs: DAY_MS },
] // research c2
const REGISTRATIONS: readonly Allowance[] = [{ most: 5, windowMs: HOUR_MS }] // research c6
const REGISTRATIONS_PER_ADDRESS: readonly Allowance[] = [{ most: 20, windowMs: HOUR_MS }] // c1: each sends a code
const REVEALS: readonly Allowance[] = [
  { most: 30, windowMs: HOUR_MS },
  { most: 100, windowMs: DAY_MS },
] // research c6
const EVENT_CREATES: readonly Allowance[] = [{ most: 60, windowMs: HOUR_MS }] // research c6
const EVENT_CHANGES: readonly Allowance[] = [{ most: 60, windowMs: MINUTE_MS }] // research c6: writes

interface Try {
  email: string
  address: string
  now: Date
}

/** Counts a sign-in; the answer forgets the account's tries again. @throws ServerError 429 when there were too many. */
export async function requireSignInTry(
  db: Kysely<Tables>,
  { email, address, now }: Try,
): Promise<{ forget: () => Promise<void> }> {
  const subject = hashPair(email, address)
  await db.transaction().execute(async (trx) => {
    const mine = await listAttemptsMs(trx, 'sign-in', { subject }, REMEMBERED_TRIES)
    const waitMs = Math.max(
      findAccountWaitMs(mine, now.getTime()),
      await findWaitMs(trx, 'sign-in', { address }, SIGN_INS_PER_ADDRESS, now),
    )
    if (waitMs > 0) throw makeTooMany('Too many sign-ins that failed.', waitMs)
    await countAttempt(trx, { kind: 'sign-in', subject, address, now })
  })
  return { forget: () => removeAttempts(db, 'sign-in', subject) }
}

/** Counts a registration. @throws ServerError 429 */
export async function requireRegistrationTry(
  db: Kysely<Tables>,
  { email, address, now }: Try,
): Promise<void> {
  const subject = hashPair(email, address)
  await db.transaction().execute(async (trx) => {
    const waitMs = Math.max(
      await findWaitMs(trx, 'register', { subject }, REGISTRATIONS, now),
      await findWaitMs(trx, 'register', { address }, REGISTRATIONS_PER_ADDRESS, now),
    )
    if (waitMs > 0) throw makeTooMany('Too many registrations.', waitMs)
    await countAttempt(trx, { kind: 'register', subject, address, now })
  })
}

/** Counts a PAN reveal within the transaction that logs it. @throws ServerError 429 beyond the operator's allowance. */
export function requireReveal(trx: Kysely<Tables>, by: { userId: string; now: Date }) {
  return requireOwnTry(trx, by, 'pan-reveal', REVEALS, 'Too many PAN numbers were revealed.')
}

/** Counts a new event within the transaction that makes it. @throws ServerError 429 */
export function requireEventCreate(trx: Kysely<Tables>, by: { userId: string; now: Date }) {
  return requireOwnTry(trx, by, 'event-create', EVENT_CREATES, 'Too many new events.')
}

/** Counts an update or a delete of an event within its transaction. @throws ServerError 429 */
export function requireEventChange(trx: Kysely<Tables>, by: { userId: string; now: Date }) {
  return requireOwnTry(trx, by, 'event-change', EVENT_CHANGES, 'Too many changes to your events.')
}

async function requireOwnTry(
  trx: Kysely<Tables>,
  { userId, now }: { userId: string; now: Date },
  kind: AttemptRow['kind'],
  allowances: readonly Allowance[],
  sentence: string,
): Promise<void> {
  const waitMs = await findWaitMs(trx, kind, { subject: userId }, allowances, now)
  if (waitMs > 0) throw makeTooMany(sentence, waitMs)
  const keptMs = Math.max(...allowances.map(({ windowMs }) => windowMs))
  await countAttempt(trx, { kind, subject: userId, address: null, now, keptMs })
}

/** Hashed: what people type into the wrong field is nobody's business. */
function hashPair(email: string, address: string): string {
  return createHash('sha256').update(`${email} ${address}`).digest('hex')
}
