// Sets up an authenticator app during a sign-in, for a role that needs a second factor. The session
// is created only after the first right code.

import type { Kysely } from 'kysely'
import type { Caller } from '#server/accounts/people/caller.ts'
import {
  announceIfNew,
  openNoticedSession,
} from '#server/accounts/sessions/noticed-session-service.ts'
import type { SignedIn } from '#server/accounts/sessions/person-session-service.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { requireFactorTry } from '#server/platform/limits/factor-limit-service.ts'
import type { SecondFactor, TotpSetup } from '#src/domain/account/second-factor.ts'
import { answerChallenge, challengeOver, getChallenged } from './challenge-service.ts'
import { tryTotpCode } from './factor-check-service.ts'
import { announceFactorChange } from './factor-notice.ts'
import { hasAnyFactor } from './second-factor-repository.ts'
import { storeTotpSecret, turnTotpOn } from './second-factor-service.ts'

/**
 * Creates a secret. A second call replaces the first secret. @throws ServerError 400 for a
 * challenge that has ended, or an account that has a second factor
 */
export function startEnrolment(
  deps: Pick<AppDeps, 'write' | 'appSecret'>,
  challenge: string,
  now: Date,
): Promise<TotpSetup> {
  return deps.write(async (trx) => {
    const { account } = await getChallenged(trx, deps, challenge, now)
    await requireNoFactor(trx, account)
    return storeTotpSecret(trx, deps, account)
  })
}

/**
 * Turns the app on, and opens the session. Only this response contains the recovery codes. @throws
 * ServerError 400 for a wrong code or a challenge that has ended, 403 for a suspended account, 429
 */
export async function finishEnrolment(
  deps: AppDeps,
  { challenge, code, deviceToken }: SecondFactor,
  caller: Caller,
): Promise<{ signedIn: SignedIn; recoveryCodes: string[] }> {
  const { account, opened, recoveryCodes } = await answerChallenge(deps, challenge, caller, {
    check: async (trx, account) => {
      const { id: userId } = account
      await requireNoFactor(trx, account)
      await requireFactorTry(trx, { ...deps, userId, network: caller.address, now: caller.now })
      return tryTotpCode(trx, deps, { userId, code }, caller.now)
    },
    finish: async (trx, account) => {
      const recoveryCodes = await turnTotpOn(trx, deps.appSecret, account.id, caller)
      const person = { account, provisionalUntil: null }
      const by = { ...caller, deviceToken }
      const opened = await openNoticedSession(trx, deps, person, by)
      return { account, opened, recoveryCodes }
    },
  })
  announceIfNew(deps, opened, caller)
  announceFactorChange(deps, account, 'app-added', caller)
  deps.log.info({ userId: account.id }, 'an account set up its second factor at a sign-in')
  return { signedIn: opened.signedIn, recoveryCodes }
}

/**
 * Refuses an account that has a second factor: a stolen password must not be enough to replace the
 * factor or to add another. @throws ServerError 400
 */
async function requireNoFactor(trx: Kysely<Tables>, { id }: UserRow): Promise<void> {
  if (await hasAnyFactor(trx, id)) throw challengeOver('This account has a second factor by now.')
}
