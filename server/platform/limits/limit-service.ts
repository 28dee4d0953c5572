import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ATTEMPT_HOURS } from '#src/domain/retention.ts'
import { countTry, requireTry } from './attempt-counter.ts'
import { removeAllAttemptsBy } from './attempts-repository.ts'
import type { LimitedKind } from './limit-table.ts'

const HOUR_MS = 3_600_000

interface EmailTry {
  email: string
  /** The caller's network (server/platform/http/client-address.ts). */
  address: string
  now: Date
}

type CountDeps = Pick<AppDeps, 'write' | 'appSecret'>

/** Counts a registration. @throws ServerError 429 */
export function countRegistration(
  deps: CountDeps,
  { email, address: network, now }: EmailTry,
): Promise<void> {
  const subject = keyedHash(deps.appSecret, ['register', email, network])
  return countTry(deps, 'register', { subject, network, now })
}

/**
 * Counts a request for a password reset, whether the e-mail address is known or not. @throws
 * ServerError 429
 */
export function countResetRequest(
  deps: CountDeps,
  { email, address: network, now }: EmailTry,
): Promise<void> {
  const subject = keyedHash(deps.appSecret, ['reset', email])
  return countTry(deps, 'reset-request', { subject, network, now })
}

/**
 * Counts a grievance by the e-mail address or phone number that it gives, which gets a mail. In the transaction of its
 * effect, so that a grievance that is sent again counts once. @throws ServerError 429
 */
export function requireGrievanceTry(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { contact, network, now }: { contact: string; network: string; now: Date },
): Promise<void> {
  const subject = keyedHash(appSecret, ['grievance', contact])
  return requireTry(trx, appSecret, 'grievance', { subject, network, now })
}

export interface PersonTry {
  userId: string
  /** The caller's network (server/platform/http/client-address.ts). */
  network: string
  now: Date
}

/**
 * Counts a try of an account, before anything that may refuse it, in a transaction of its own. @throws ServerError 429
 */
export function countPersonTry(
  deps: CountDeps,
  kind: LimitedKind,
  { userId, network, now }: PersonTry,
): Promise<void> {
  return countTry(deps, kind, { subject: subjectOf(deps, userId), network, now })
}

/**
 * Counts a try of an account in the transaction of its effect, for changes with an idempotency key: a change that is
 * sent again counts once. @throws ServerError 429
 */
export function requirePersonTry(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'appSecret'>,
  kind: LimitedKind,
  { userId, network, now }: PersonTry,
): Promise<void> {
  const { appSecret } = deps
  return requireTry(trx, appSecret, kind, { subject: subjectOf(deps, userId), network, now })
}

function subjectOf({ appSecret }: Pick<AppDeps, 'appSecret'>, userId: string): string {
  return keyedHash(appSecret, ['person', userId])
}

/** Deletes attempts of all kinds that are older than every limit's window. */
export async function removeOldAttempts(db: Kysely<Tables>, now: Date): Promise<void> {
  await removeAllAttemptsBy(db, new Date(now.getTime() - ATTEMPT_HOURS * HOUR_MS).toISOString())
}
