import type { Kysely } from 'kysely'
import { findAccountById } from '#server/accounts/people/account-repository.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  announceIfNew,
  openNoticedSession,
} from '#server/accounts/sessions/noticed-session-service.ts'
import {
  requireNotSuspended,
  type SignedIn,
} from '#server/accounts/sessions/person-session-service.ts'
import { hashToken, makeToken } from '#server/accounts/sessions/random-token.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import type { SignInChallengeRow, UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countFactorTry, requireFactorTry } from '#server/platform/limits/factor-limit-service.ts'
import type { SecondFactor } from '#src/domain/account/second-factor.ts'
import { CHALLENGE_MINUTES, SETUP_MINUTES } from '#src/domain/retention.ts'
import { type FactorVerdict, tryFactorCode, wrongFactorCode } from './factor-check-service.ts'
import { isFactorRequired } from './factor-rule-service.ts'
import {
  findChallenge,
  hasAnyFactor,
  hasSecondFactor,
  insertChallenge,
  removeChallengesBefore,
  setWrongTries,
  takeChallenge,
} from './second-factor-repository.ts'

// A challenge is a random token for one sign-in with the right password that still needs its second
// factor: ASVS 6.6.2 binds both steps to one sign-in. Only the device stores the token itself. A
// challenge allows nothing but five tries within five minutes, or within 15 minutes to set up an
// authenticator app.

const LIFETIME_MS = CHALLENGE_MINUTES * 60_000
const SETUP_LIFETIME_MS = SETUP_MINUTES * 60_000
const MOST_TRIES = 5

/** The step that a sign-in with the right password still needs. */
export interface SignInStep {
  code: keyof typeof STEP_SENTENCES
  /** Null if only a passkey can complete the sign-in. */
  challenge: string | null
}

const STEP_SENTENCES = {
  'second-factor-required': 'Enter the code of your authenticator app.',
  'second-factor-setup-required':
    'Your role needs a second factor. Set up an authenticator app to go on.',
  // Does not offer to set up an app: the password alone must not add an app to an account with a passkey.
  'passkey-required': 'Your role needs a second factor. Sign in with your passkey.',
} as const

/**
 * The step that a sign-in still needs after the right password, with a new challenge unless that
 * step is a passkey; null if no step is left. @throws ServerError 403 for a suspended account
 */
export async function openStepIfDue(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'appSecret' | 'publicUrl'>,
  account: UserRow,
  now: Date,
): Promise<SignInStep | null> {
  const code = await findDueStep(trx, deps, account.id)
  if (code === null) return null
  await requireNotSuspended(trx, account.id)
  if (code === 'passkey-required') return { code, challenge: null }
  const lifetimeMs = code === 'second-factor-required' ? LIFETIME_MS : SETUP_LIFETIME_MS
  const challenge = makeToken()
  await removeExpiredChallenges(trx, now)
  await insertChallenge(trx, {
    token_hash: hashToken(challenge),
    user_id: account.id,
    credentials_mac: macOfCredentials(deps.appSecret, account),
    wrong_tries: 0,
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
  })
  return { code, challenge }
}

/** Deletes challenges that have expired, of all accounts. */
export function removeExpiredChallenges(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeChallengesBefore(db, now.toISOString())
}

/** The error response for a sign-in that needs another step. */
export function refuseForStep({ code, challenge }: SignInStep): ServerError {
  return new ServerError(403, code, STEP_SENTENCES[code], { challenge })
}

async function findDueStep(
  trx: Kysely<Tables>,
  deps: Pick<AppDeps, 'publicUrl'>,
  userId: string,
): Promise<SignInStep['code'] | null> {
  if (await hasSecondFactor(trx, userId)) return 'second-factor-required'
  if (!(await isFactorRequired(trx, deps, userId))) return null
  return (await hasAnyFactor(trx, userId)) ? 'passkey-required' : 'second-factor-setup-required'
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
  const opened = await answerChallenge(deps, challenge, caller, {
    check: async (trx, { id: userId }) => {
      // The challenge is for setting up an app: the account has no confirmed secret.
      if (!(await hasSecondFactor(trx, userId))) throw challengeOver('Nothing is set up yet.')
      await requireFactorTry(trx, { ...deps, userId, network: caller.address, now: caller.now })
      return tryFactorCode(trx, deps, { userId, code }, caller)
    },
    finish: (trx, account) => {
      const person = { account, provisionalUntil: null }
      return openNoticedSession(trx, deps, person, { ...caller, deviceToken })
    },
  })
  announceIfNew(deps, opened, caller)
  const { signedIn } = opened
  deps.log.info({ userId: signedIn.user._id }, 'an account was signed in with a second factor')
  return signedIn
}

/**
 * Checks a code for a challenge. A wrong code counts as a try; a right one uses the challenge up.
 * @throws ServerError 400 for a wrong code or a challenge that has ended, and what `check` and
 * `finish` throw
 */
export async function answerChallenge<Result>(
  deps: AppDeps,
  challenge: string,
  caller: Caller,
  {
    check,
    finish,
  }: {
    check: (trx: Kysely<Tables>, account: UserRow) => Promise<FactorVerdict>
    /** Runs in the transaction that uses the challenge up. */
    finish: (trx: Kysely<Tables>, account: UserRow) => Promise<Result>
  },
): Promise<Result> {
  // A refusal is returned, not thrown: throwing would roll back the counted try.
  const outcome = await deps.write(async (trx) => {
    const { row, account } = await getChallenged(trx, deps, challenge, caller.now)
    const verdict = await check(trx, account)
    if (verdict !== 'right') {
      const isOver = await countWrongTry(trx, deps, row, caller)
      return isOver ? challengeOver('That was the fifth wrong code.') : wrongFactorCode(verdict)
    }
    if (!(await takeChallenge(trx, row.token_hash))) return challengeOver('This sign-in was used.')
    return { result: await finish(trx, account) }
  })
  if (!(outcome instanceof ServerError)) return outcome.result
  deps.log.warn({ address: caller.address, reason: outcome.code }, 'a second factor was refused')
  throw outcome
}

/**
 * A valid challenge, and its account. @throws ServerError 400 for a challenge that has ended, 403 for a suspended account
 */
export async function getChallenged(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  challenge: string,
  now: Date,
): Promise<{ row: SignInChallengeRow; account: UserRow }> {
  const row = await findChallenge(trx, hashToken(challenge))
  const isOpen = row && row.expires_at > now.toISOString() && row.wrong_tries < MOST_TRIES
  const account = isOpen ? await findAccountById(trx, row.user_id) : undefined
  if (!isOpen || !account || macOfCredentials(appSecret, account) !== row.credentials_mac)
    throw challengeOver('This sign-in took too long.')
  await requireNotSuspended(trx, account.id)
  return { row, account }
}

/** Counts a wrong code. Returns whether it was the last try of the challenge. */
async function countWrongTry(
  trx: Kysely<Tables>,
  { appSecret }: Pick<AppDeps, 'appSecret'>,
  { token_hash, user_id: userId, wrong_tries }: SignInChallengeRow,
  { address: network, deviceLabel, now }: Caller,
): Promise<boolean> {
  await setWrongTries(trx, token_hash, wrong_tries + 1)
  if (await countFactorTry(trx, { appSecret, userId, network, now })) {
    const about = { accountId: userId, deviceLabel, now, detail: 'second-factor' }
    await appendAccountAuditEntry(trx, 'lock-out', about)
  }
  return wrong_tries + 1 >= MOST_TRIES
}

export function challengeOver(why: string): ServerError {
  return new ServerError(400, 'challenge-over', `${why} Enter your password again.`)
}

function macOfCredentials(
  appSecret: string,
  { email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>,
): string {
  return keyedHash(appSecret, ['challenge', email, password_hash ?? ''])
}
