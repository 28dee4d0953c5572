import type { Kysely } from 'kysely'
import type { AppDeps } from '#server/app-env.ts'
import { appendAccountAuditEntry } from '#server/audit/audit-service.ts'
import { findAccountById } from '#server/auth/account-repository.ts'
import type { Caller } from '#server/auth/caller.ts'
import { announceNewDevice, isOnNewDevice } from '#server/auth/sessions/new-device-notice.ts'
import {
  openPersonSession,
  requireNotSuspended,
  type SignedIn,
} from '#server/auth/sessions/person-session-service.ts'
import { hashToken, makeToken } from '#server/auth/sessions/random-token.ts'
import { keyedHash } from '#server/config/keyed-hash.ts'
import type { SignInChallengeRow, UserRow } from '#server/database/account-rows.ts'
import type { Tables } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import { countFactorTry, requireFactorTry } from '#server/limits/factor-limit-service.ts'
import { CHALLENGE_MINUTES } from '#src/domain/retention.ts'
import type { SecondFactor } from '#src/domain/second-factor.ts'
import { tryFactorCode, wrongFactorCode } from './factor-check-service.ts'
import {
  findChallenge,
  insertChallenge,
  removeChallengesBefore,
  setWrongTries,
  takeChallenge,
} from './second-factor-repository.ts'
import { hasSecondFactor } from './second-factor-service.ts'

// A sign-in whose password was right, waiting for its second factor. The challenge is a random token
// that only the device stores. It grants nothing but five tries within five minutes.

const LIFETIME_MS = CHALLENGE_MINUTES * 60_000
const MOST_TRIES = 5

/**
 * A new challenge for an account with a second factor; null without one. @throws ServerError 403 for
 * a suspended account
 */
export async function challengeIfDue(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  account: UserRow,
  now: Date,
): Promise<string | null> {
  if (!(await hasSecondFactor(trx, account.id))) return null
  await requireNotSuspended(trx, account.id)
  const challenge = makeToken()
  await removeExpiredChallenges(trx, now)
  await insertChallenge(trx, {
    token_hash: hashToken(challenge),
    user_id: account.id,
    credentials_mac: macOfCredentials(appSecret, account),
    wrong_tries: 0,
    expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  })
  return challenge
}

/** Deletes challenges that have expired, of all accounts. */
export function removeExpiredChallenges(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeChallengesBefore(db, now.toISOString())
}

/** The answer of a sign-in that needs its second factor. */
export function secondFactorRequired(challenge: string): ServerError {
  const sentence = 'Enter the code of your authenticator app.'
  return new ServerError(403, 'second-factor-required', sentence, { challenge })
}

/**
 * Signs in with a challenge and a code. @throws ServerError 400 for a wrong code or a challenge that
 * has ended, 403 for a suspended account, 429
 */
export async function signInWithFactor(
  deps: AppDeps,
  { challenge, code, deviceToken }: SecondFactor,
  caller: Caller,
): Promise<SignedIn> {
  const tokenHash = hashToken(challenge)
  // A refusal is returned, not thrown: throwing would roll back the counted try.
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const found = await findChallenge(trx, tokenHash)
    const account = found && (await findChallenged(trx, deps, found, caller.now))
    if (!account) return challengeOver('This sign-in took too long.')
    await requireFactorTry(trx, { ...deps, userId: account.id, now: caller.now })
    const verdict = await tryFactorCode(trx, deps, { userId: account.id, code }, caller)
    if (verdict !== 'right') {
      const isOver = await countWrongTry(trx, deps, found, caller)
      return isOver ? challengeOver('That was the fifth wrong code.') : wrongFactorCode(verdict)
    }
    if (!(await takeChallenge(trx, tokenHash))) return challengeOver('This sign-in was used.')
    const isNewDevice = await isOnNewDevice(trx, account, { deviceToken, now: caller.now })
    const person = { account, provisionalUntil: null }
    const signedIn = await openPersonSession(trx, deps.settings, person, { ...caller, deviceToken })
    return { signedIn, newDeviceOf: isNewDevice ? account : null }
  })
  if (!(outcome instanceof ServerError)) {
    const { signedIn, newDeviceOf } = outcome
    if (newDeviceOf) announceNewDevice(deps, newDeviceOf, caller)
    deps.log.info({ userId: signedIn.user._id }, 'an account was signed in with a second factor')
    return signedIn
  }
  deps.log.warn({ address: caller.address, reason: outcome.code }, 'a second factor was refused')
  throw outcome
}

/** The account of a challenge that is still valid. */
async function findChallenged(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  challenge: SignInChallengeRow,
  now: Date,
): Promise<UserRow | null> {
  if (challenge.expires_at <= now.toISOString() || challenge.wrong_tries >= MOST_TRIES) return null
  const account = await findAccountById(trx, challenge.user_id)
  const isUnchanged =
    account !== undefined && macOfCredentials(appSecret, account) === challenge.credentials_mac
  return isUnchanged ? account : null
}

/** Returns whether it was the challenge's last try. */
async function countWrongTry(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { token_hash, user_id: userId, wrong_tries }: SignInChallengeRow,
  { deviceLabel, now }: Caller,
): Promise<boolean> {
  await setWrongTries(trx, token_hash, wrong_tries + 1)
  if (await countFactorTry(trx, { appSecret, userId, now })) {
    const about = { accountId: userId, deviceLabel, now, detail: 'second-factor' }
    await appendAccountAuditEntry(trx, 'lock-out', about)
  }
  return wrong_tries + 1 >= MOST_TRIES
}

function challengeOver(why: string): ServerError {
  return new ServerError(400, 'challenge-over', `${why} Enter your password again.`)
}

function macOfCredentials(
  appSecret: string,
  { email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>,
): string {
  return keyedHash(appSecret, ['challenge', email, password_hash ?? ''])
}
