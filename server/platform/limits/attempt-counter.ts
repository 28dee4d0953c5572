import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import type { AttemptRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ATTEMPT_HOURS } from '#src/domain/retention.ts'
import {
  type AttemptScope,
  findAttemptMs,
  insertAttempt,
  removeAttemptsBy,
} from './attempts-repository.ts'
import { LIMITS, type Limit, type LimitedKind } from './limit-table.ts'
import { scopesOf } from './network-site.ts'
import { makeTooMany } from './too-many.ts'
import type { Allowance } from './wait-rules.ts'

// Attempts are database rows, so that processes on one database share them. Callers check a limit and
// count the attempt in one transaction, so that simultaneous attempts cannot all pass.

const LONGEST_WINDOW_MS = ATTEMPT_HOURS * 3_600_000

export interface Attempt {
  /** HMAC of the limited subject. */
  subject: string
  /**
   * The caller's network (server/platform/http/client-address.ts), for which the attempt counts too, and for the site around it.
   * Null for a known device, whose failures must not lock out its network, and for a second count of one attempt.
   */
  network: string | null
  now: Date
}

/** An attempt that counts for its network too, as all limits of `LIMITS` need. */
export interface NetworkAttempt extends Attempt {
  network: string
}

/**
 * Counts an attempt in a transaction of its own, so that a refusal that follows does not undo the count.
 * @throws ServerError 429
 */
export function countTry(
  { write, appSecret }: Pick<AppDeps, 'write' | 'appSecret'>,
  kind: LimitedKind,
  attempt: NetworkAttempt,
): Promise<void> {
  return write((trx) => requireTry(trx, appSecret, kind, attempt))
}

/** Checks the limit and counts the attempt in the caller's transaction. @throws ServerError 429 */
export async function requireTry(
  trx: Kysely<Tables>,
  appSecret: string,
  kind: LimitedKind,
  attempt: NetworkAttempt,
): Promise<void> {
  const waitMs = await findWaitMs(trx, appSecret, kind, attempt)
  if (waitMs > 0) throw makeTooMany(LIMITS[kind].sentence, waitMs)
  await countAttempt(trx, appSecret, kind, attempt)
}

/** Milliseconds until the limits of subject, network and site all permit another attempt; 0 if they do now. */
export async function findWaitMs(
  trx: Kysely<Tables>,
  appSecret: string,
  kind: LimitedKind,
  { subject, network, now }: NetworkAttempt,
): Promise<number> {
  const limit = LIMITS[kind]
  const ownMs = await findScopeWaitMs(trx, kind, { subject }, limit.subject, now)
  if (await isFree(trx, kind, subject, limit)) return ownMs
  const { address, site } = scopesOf(appSecret, network)
  const addressMs = await findScopeWaitMs(trx, kind, { address }, limit.address, now)
  const siteMs = site === null ? 0 : await findScopeWaitMs(trx, kind, { site }, limit.site, now)
  return Math.max(ownMs, addressMs, siteMs)
}

/** Counts an attempt and deletes attempts of its kind that no limit needs any more. Returns its id. */
export async function countAttempt(
  trx: Kysely<Tables>,
  appSecret: string,
  kind: AttemptRow['kind'],
  { subject, network, now }: Attempt,
): Promise<string> {
  const tooOld = new Date(now.getTime() - retentionOf(kind)).toISOString()
  await removeAttemptsBy(trx, kind, tooOld)
  const scopes = network === null ? NO_NETWORK : scopesOf(appSecret, network)
  const id = makeRecordId(now)
  await insertAttempt(trx, { id, kind, subject, ...scopes, at: now.toISOString() })
  return id
}

const NO_NETWORK = { address: null, site: null }

async function isFree(
  trx: Kysely<Tables>,
  kind: LimitedKind,
  subject: string,
  { freeTries = 0 }: Limit,
): Promise<boolean> {
  if (freeTries === 0) return false
  return (await findAttemptMs(trx, kind, { subject }, freeTries)) === null
}

async function findScopeWaitMs(
  trx: Kysely<Tables>,
  kind: LimitedKind,
  by: AttemptScope,
  allowances: readonly Allowance[],
  now: Date,
): Promise<number> {
  let longestMs = 0
  for (const { most, windowMs } of allowances) {
    const oldestMs = await findAttemptMs(trx, kind, by, most)
    if (oldestMs !== null) longestMs = Math.max(longestMs, oldestMs + windowMs - now.getTime())
  }
  return longestMs
}

function retentionOf(kind: AttemptRow['kind']): number {
  if (kind === 'sign-in' || kind === 'sign-in-total') return LONGEST_WINDOW_MS
  const { subject, address, site } = LIMITS[kind]
  return Math.max(...[...subject, ...address, ...site].map(({ windowMs }) => windowMs))
}
