import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { countAttempt, findWaitMs } from './attempt-counter.ts'
import { LIMITS } from './limit-table.ts'
import { makeTooMany } from './too-many.ts'

// Limits wrong second factors of an account across all its challenges and sessions.

interface FactorTry extends Pick<AppDeps, 'appSecret'> {
  userId: string
  /** The caller's network (server/platform/http/client-address.ts). */
  network: string
  now: Date
}

/** @throws ServerError 429 when there were too many wrong codes */
export async function requireFactorTry(trx: Kysely<Tables>, tried: FactorTry): Promise<void> {
  const waitMs = await findFactorWaitMs(trx, tried)
  if (waitMs > 0) throw makeTooMany(LIMITS['second-factor'].sentence, waitMs)
}

/** Counts a wrong code. Returns whether further tries are locked for now. */
export async function countFactorTry(trx: Kysely<Tables>, tried: FactorTry): Promise<boolean> {
  const { appSecret, network, now } = tried
  const subject = subjectOf(tried)
  await countAttempt(trx, appSecret, 'second-factor', { subject, network, now })
  return (await findFactorWaitMs(trx, tried)) > 0
}

function findFactorWaitMs(trx: Kysely<Tables>, tried: FactorTry): Promise<number> {
  const { appSecret, network, now } = tried
  const subject = subjectOf(tried)
  return findWaitMs(trx, appSecret, 'second-factor', { subject, network, now })
}

function subjectOf({ appSecret, userId }: FactorTry): string {
  return keyedHash(appSecret, ['second-factor', userId])
}
