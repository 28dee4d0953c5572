// How often a password may be tried. All tries from unknown devices share the allowance of the account, whatever networks
// they come from, so that a distributed attack is slowed down. A known device has an allowance of its own, which nobody
// without its token can use up (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). An e-mail address that
// nobody has is counted like any other.

import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { keyedHash } from '#server/config/keyed-hash.ts'
import type { AttemptRow, Tables } from '#server/database/schema.ts'
import { countAttempt } from './attempt-counter.ts'
import {
  type AttemptScope,
  listAttemptsMs,
  removeAttempt,
  removeAttempts,
  removeAttemptsOfKind,
} from './attempts-repository.ts'
import { findSite } from './network-site.ts'
import { makeTooMany } from './too-many.ts'
import { FAILURES_IN_A_ROW, makeAllowanceRule, type WaitRule } from './wait-rules.ts'

const QUARTER_MS = 900_000
const HOUR_MS = 4 * QUARTER_MS
const DAY_MS = 24 * HOUR_MS

const PER_NETWORK = makeAllowanceRule([
  { most: 20, windowMs: QUARTER_MS },
  { most: 100, windowMs: DAY_MS },
]) // ASVS 6.3.1; an office or a mobile operator's gateway has many people behind one address
const PER_SITE = makeAllowanceRule([
  { most: 100, windowMs: QUARTER_MS },
  { most: 500, windowMs: DAY_MS },
]) // five networks: a mobile operator has thousands of customers in one /48
const PER_ACCOUNT = makeAllowanceRule([
  { most: 30, windowMs: HOUR_MS },
  { most: 100, windowMs: DAY_MS },
]) // NIST SP 800-63B-4, section 3.2.2, allows 100 failures in a row

export interface SignInTry {
  email: string
  /** The caller's network. */
  address: string
  /** The stored form of the device's token; null on an unknown device. */
  knownDevice: string | null
  now: Date
}

/** `pair` is one account on one network; `network` and `site` concern whichever accounts are tried from there. */
export type SignInLock = 'account' | 'pair' | 'device' | 'network' | 'site'

export interface CountedSignIn {
  /** The limits that this try uses up, if it fails. */
  locks: readonly SignInLock[]
  /** Takes the try off again, and the failures in a row before it: the password was right. */
  forget(trx: Kysely<Tables>): Promise<void>
}

interface Limit {
  lock: SignInLock
  kind: AttemptRow['kind']
  by: AttemptScope
  rule: WaitRule
}

/** Counts a sign-in before it is judged. @throws ServerError 429 when there were too many. */
export function requireSignInTry(
  { db, appSecret }: Pick<AppDeps, 'db' | 'appSecret'>,
  tried: SignInTry,
): Promise<CountedSignIn> {
  const { row, total, limits } = describeTry(appSecret, tried)
  const nowMs = tried.now.getTime()
  return db.transaction().execute(async (trx) => {
    const locks: SignInLock[] = []
    let waitMs = 0
    for (const { lock, kind, by, rule } of limits) {
      const triesMs = await listAttemptsMs(trx, kind, by, rule.remembered)
      waitMs = Math.max(waitMs, rule.findWaitMs(triesMs, nowMs))
      // Each lock-out is reported once, by the try that begins it.
      if (rule.isLocked([nowMs, ...triesMs]) && !rule.isLocked(triesMs)) locks.push(lock)
    }
    if (waitMs > 0) throw makeTooMany('Too many sign-ins that failed.', waitMs)
    await countAttempt(trx, { kind: 'sign-in', ...row, now: tried.now })
    const totalId = await countAttempt(trx, {
      kind: 'sign-in-total',
      subject: total,
      address: null,
      now: tried.now,
    })
    return {
      locks,
      async forget(trx) {
        await removeAttempts(trx, 'sign-in', row.subject)
        // The other failures stay: with each sign-in of the owner an attacker would have all guesses again.
        await removeAttempt(trx, totalId)
      },
    }
  })
}

/**
 * Gives every account its whole allowance again, for a new password of the operator: whoever attacked the old one may have
 * used it up, and the devices that were known are so no more.
 */
export function forgetSignInTotals(trx: Kysely<Tables>): Promise<void> {
  return removeAttemptsOfKind(trx, 'sign-in-total')
}

/** The subject of the try's failures in a row, that of its account's or device's total, and the limits it must meet. */
function describeTry(appSecret: string, { email, address: network, knownDevice }: SignInTry) {
  const hash = (...parts: string[]) => keyedHash(appSecret, parts)
  if (knownDevice !== null) {
    const subject = hash('sign-in', 'device', knownDevice)
    const limits: Limit[] = [
      { lock: 'device', kind: 'sign-in', by: { subject }, rule: FAILURES_IN_A_ROW },
      { lock: 'device', kind: 'sign-in-total', by: { subject }, rule: PER_ACCOUNT },
    ]
    return { row: { subject, address: null }, total: subject, limits }
  }
  const subject = hash('sign-in', 'pair', email, network)
  const total = hash('sign-in', 'account', email)
  const address = hash('network', network)
  const around = findSite(network)
  const site = around === null ? null : hash('site', around)
  const limits: Limit[] = [
    { lock: 'pair', kind: 'sign-in', by: { subject }, rule: FAILURES_IN_A_ROW },
    { lock: 'account', kind: 'sign-in-total', by: { subject: total }, rule: PER_ACCOUNT },
    { lock: 'network', kind: 'sign-in', by: { address }, rule: PER_NETWORK },
  ]
  if (site !== null) limits.push({ lock: 'site', kind: 'sign-in', by: { site }, rule: PER_SITE })
  return { row: { subject, address, site }, total, limits }
}
