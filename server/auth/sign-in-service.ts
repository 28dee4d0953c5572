import type { AppDeps } from '#server/app-env.ts'
import { ServerError } from '#server/http/server-error.ts'
import { requireSignInTry } from '#server/limits/sign-in-limit-service.ts'
import type { SignInBody } from '#src/domain/sign-in-body.ts'
import type { Caller } from './caller.ts'
import { mailCode, writeCodeIfDue } from './codes/code-service.ts'
import { reportLocks } from './lock-report-service.ts'
import { findByPassword, findUnchanged } from './passwords/credential-service.ts'
import { challengeIfDue, secondFactorRequired } from './second-factor/challenge-service.ts'
import { findKnownDevice } from './sessions/known-device-service.ts'
import { announceNewDevice, isOnNewDevice } from './sessions/new-device-notice.ts'
import { openPersonSession } from './sessions/person-session-service.ts'

/**
 * Signs in with a password to the meant account, and sends a code to an unverified address. A wrong password and an
 * unknown e-mail address get the same response after the same work. @throws ServerError 401, 429,
 * and 403 with a challenge if the account has a second factor
 */
export async function signIn(
  deps: AppDeps,
  { email, password, preferredRole, deviceToken }: SignInBody,
  caller: Caller,
) {
  const { db, log, settings } = deps
  const { address, now } = caller
  const meant = { email, preferredRole }
  const knownDevice = await findKnownDevice(db, meant, { deviceToken, now })
  const tried = await requireSignInTry(deps, { email, address, knownDevice, now })
  const { person: known, account } = await findByPassword(db, { ...meant, password, now })
  const opened = known
    ? await db.transaction().execute(async (trx) => {
        // The password may have been changed, and all sessions ended, during the comparison.
        const person = await findUnchanged(trx, known, now)
        if (!person) return null
        await tried.forget(trx)
        const challenge = await challengeIfDue(trx, deps, person.account, now)
        if (challenge !== null) return { challenge }
        const isNewDevice = await isOnNewDevice(trx, person.account, { deviceToken, now })
        const signedIn = await openPersonSession(trx, settings, person, { ...caller, deviceToken })
        const isProvisional = person.provisionalUntil !== null
        const code = isProvisional ? await writeCodeIfDue(trx, deps, person.account, caller) : null
        return { signedIn, code, newDeviceOf: isNewDevice ? person.account : null }
      })
    : null
  if (!opened) {
    log.warn({ address }, 'a sign-in failed')
    reportLocks(deps, tried.locks, account, caller)
    throw new ServerError(401, 'invalid-credentials', 'Invalid credentials')
  }
  if (opened.challenge !== undefined) throw secondFactorRequired(opened.challenge)
  const { signedIn, code, newDeviceOf } = opened
  if (newDeviceOf) announceNewDevice(deps, newDeviceOf, caller)
  log.info({ userId: signedIn.user._id }, 'an account was signed in')
  return { ...signedIn, ...(code ? await mailCode(deps, code) : NO_CODE) }
}

const NO_CODE = { codeSent: null, resendAfter: null }
