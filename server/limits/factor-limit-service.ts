import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { keyedHash } from '#server/config/keyed-hash.ts'
import type { Tables } from '#server/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { makeTooMany } from './too-many.ts'
import type { Allowance } from './wait-rules.ts'

// Limits wrong second factors of an account across all its challenges and sessions. Three of the
// million six-digit codes are valid at a time, so guessing one takes years at ten guesses an hour.

const WRONG_TRIES: readonly Allowance[] = [{ most: 10, windowMs: 3_600_000 }]

interface FactorTry extends Pick<AppDeps, 'appSecret'> {
  userId: string
  now: Date
}

/** @throws ServerError 429 when there were too many wrong codes */
export async function requireFactorTry(trx: Kysely<Tables>, tried: FactorTry): Promise<void> {
  const waitMs = await findFactorWaitMs(trx, tried)
  if (waitMs > 0) throw makeTooMany('Too many wrong codes.', waitMs)
}

/** Counts a wrong code. Returns whether further tries are locked for now. */
export async function countFactorTry(trx: Kysely<Tables>, tried: FactorTry): Promise<boolean> {
  const subject = subjectOf(tried)
  await countAttempt(trx, { kind: 'second-factor', subject, address: null, now: tried.now })
  return (await findFactorWaitMs(trx, tried)) > 0
}

function findFactorWaitMs(trx: Kysely<Tables>, tried: FactorTry): Promise<number> {
  return findWaitMs(trx, 'second-factor', { subject: subjectOf(tried) }, WRONG_TRIES, tried.now)
}

function subjectOf({ appSecret, userId }: FactorTry): string {
  return keyedHash(appSecret, ['second-factor', userId])
}
