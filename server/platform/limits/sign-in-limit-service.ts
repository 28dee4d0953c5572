// Limits how often a password may be tried. All tries from unknown devices share the allowance of
// the account, whatever their network, to slow down distributed attacks. A known device has its own
// allowance, which nobody can use up without its token (OWASP, "Slow Down Online Guessing Attacks
// with Device Cookies"). Unknown e-mail addresses are counted like known ones.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/platform/app-env.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { AttemptRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { countAttempt } from './attempt-counter.ts'
import {
  type AttemptScope,
  listAttemptsMs,
  removeAttempt,
  removeAttempts,
  removeAttemptsOfKind,
} from './attempts-repository.ts'
import { SIGN_INS_PER_NETWORK, SIGN_INS_PER_SITE } from './limit-table.ts'
import { scopesOf } from './network-site.ts'
import { makeTooMany } from './too-many.ts'
import { FAILURES_IN_A_ROW, makeAllowanceRule, type WaitRule } from './wait-rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const PER_NETWORK = makeAllowanceRule(SIGN_INS_PER_NETWORK)
const PER_SITE = makeAllowanceRule(SIGN_INS_PER_SITE)
const PER_ACCOUNT = makeAllowanceRule([
  { most: 30, windowMs: HOUR_MS },
  { most: 100, windowMs: DAY_MS },
]) // 100 as in NIST SP 800-63B-4, section 3.2.2, but per day, not consecutive

export interface SignInTry {
  email: string
  /** The caller's IPv4 address or IPv6 /64 (server/platform/http/client-address.ts). */
  network: string
  /** Hash of the device's token; null for an unknown device. */
  knownDevice: string | null
  now: Date
}

/** `pair` limits one account on one network. `network` and `site` (an IPv6 /48) limit all accounts together. */
export type SignInLock = 'account' | 'pair' | 'device' | 'network' | 'site'

export interface CountedSignIn {
  /** The locks that this try starts if it fails. */
  locks: readonly SignInLock[]
  /** Removes this try and the consecutive failures before it. Call it after a right password. */
  forget(trx: Kysely<Tables>): Promise<void>
}

interface Limit {
  lock: SignInLock
  kind: AttemptRow['kind']
  by: AttemptScope
  rule: WaitRule
}

/**
 * Counts a sign-in before the password is checked. @throws ServerError 429 after too many failures
 */
export function requireSignInTry(
  { write, appSecret }: Pick<AppDeps, 'write' | 'appSecret'>,
  tried: SignInTry,
): Promise<CountedSignIn> {
  const { row, total, limits } = describeTry(appSecret, tried)
  const nowMs = tried.now.getTime()
  return write(async (trx) => {
    const locks: SignInLock[] = []
    let waitMs = 0
    for (const { lock, kind, by, rule } of limits) {
      const triesMs = await listAttemptsMs(trx, kind, by, rule.remembered)
      waitMs = Math.max(waitMs, rule.findWaitMs(triesMs, nowMs))
      // The try that starts a lock-out reports it, so each lock-out is reported once.
      if (rule.isLocked([nowMs, ...triesMs]) && !rule.isLocked(triesMs)) locks.push(lock)
    }
    if (waitMs > 0) throw makeTooMany('Too many sign-ins that failed.', waitMs)
    const { now } = tried
    await countAttempt(trx, appSecret, 'sign-in', { ...row, now })
    const ofTotal = { subject: total, network: row.network, now }
    const totalId = await countAttempt(trx, appSecret, 'sign-in-total', ofTotal)
    return {
      locks,
      async forget(trx) {
        await removeAttempts(trx, 'sign-in', row.subject)
        // Other tries stay in the total: otherwise each sign-in of the owner would reset an
        // attacker's allowance.
        await removeAttempt(trx, totalId)
      },
    }
  })
}

/**
 * Resets all totals of sign-in tries after the operator's password has changed: guesses of the old password may have used
 * up the tries of the operator's account, and the change has removed the known devices, which have tries of their own.
 */
export function forgetSignInTotals(trx: Kysely<Tables>): Promise<void> {
  return removeAttemptsOfKind(trx, 'sign-in-total')
}

/**
 * Removes an account's failures, from this network and in total, after its password was reset: they
 * were guesses of the old password.
 */
export async function forgetSignInsOf(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  tried: Omit<SignInTry, 'knownDevice'>,
): Promise<void> {
  const { row, total } = describeTry(appSecret, { ...tried, knownDevice: null })
  await removeAttempts(trx, 'sign-in', row.subject)
  await removeAttempts(trx, 'sign-in-total', total)
}

/**
 * How a try is counted: `row` is stored for the consecutive failures, and `total` is the key of all tries of the
 * account or device. `limits` are the limits to check.
 */
function describeTry(appSecret: string, { email, network, knownDevice }: SignInTry) {
  const hash = (...parts: string[]) => keyedHash(appSecret, parts)
  if (knownDevice !== null) {
    const subject = hash('sign-in', 'device', knownDevice)
    const limits: Limit[] = [
      { lock: 'device', kind: 'sign-in', by: { subject }, rule: FAILURES_IN_A_ROW },
      { lock: 'device', kind: 'sign-in-total', by: { subject }, rule: PER_ACCOUNT },
    ]
    return { row: { subject, network: null }, total: subject, limits }
  }
  const subject = hash('sign-in', 'pair', email, network)
  const total = hash('sign-in', 'account', email)
  const { address, site } = scopesOf(appSecret, network)
  const limits: Limit[] = [
    { lock: 'pair', kind: 'sign-in', by: { subject }, rule: FAILURES_IN_A_ROW },
    { lock: 'account', kind: 'sign-in-total', by: { subject: total }, rule: PER_ACCOUNT },
    { lock: 'network', kind: 'sign-in', by: { address }, rule: PER_NETWORK },
  ]
  if (site !== null) limits.push({ lock: 'site', kind: 'sign-in', by: { site }, rule: PER_SITE })
  return { row: { subject, network }, total, limits }
}
