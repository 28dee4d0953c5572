import { findByPassword, findUnchanged } from '#server/accounts/passwords/credential-service.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import { reportLocks } from '#server/accounts/people/lock-report-service.ts'
import {
  mailCode,
  NO_CODE_DELIVERY,
  writeCodeIfDue,
} from '#server/accounts/registration/code-service.ts'
import { openStepIfDue, refuseForStep } from '#server/accounts/second-factor/challenge-service.ts'
import { findKnownDevice } from '#server/accounts/sessions/known-device-service.ts'
import {
  announceIfNew,
  openNoticedSession,
} from '#server/accounts/sessions/noticed-session-service.ts'
import type { CallDeps } from '#server/platform/app-env.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { requireSignInTry } from '#server/platform/limits/sign-in-limit-service.ts'
import type { SignInBody } from '#src/domain/account/sign-in-body.ts'

/**
 * Signs in with a password. If an address has two accounts, `preferredRole` selects one. Mails a code to
 * an unverified address if the pause after the previous code is over. A wrong password and an unknown
 * e-mail address get the same response after the same work. @throws ServerError 401, 429, and 403 with a
 * challenge if the account has or needs a second factor
 */
export async function signIn(
  deps: CallDeps,
  { email, password, preferredRole, deviceToken }: SignInBody,
  caller: Caller,
) {
  const { db, write, log } = deps
  const { address, now } = caller
  const meant = { email, preferredRole }
  const knownDevice = await findKnownDevice(db, meant, { deviceToken, now })
  const tried = await requireSignInTry(deps, { email, network: address, knownDevice, now })
  const { person: known, account } = await findByPassword(db, { ...meant, password, now })
  const opened = known
    ? await write(async (trx) => {
        // While the password was compared, it may have been changed and all sessions ended.
        const person = await findUnchanged(trx, known, now)
        if (!person) return null
        await tried.forget(trx)
        const step = await openStepIfDue(trx, deps, person.account, now)
        if (step) return { step }
        const by = { ...caller, deviceToken }
        const session = await openNoticedSession(trx, deps, person, by)
        const isProvisional = person.provisionalUntil !== null
        const code = isProvisional ? await writeCodeIfDue(trx, deps, person.account, caller) : null
        return { session, code }
      })
    : null
  if (!opened) {
    log.warn({ address }, 'a sign-in failed')
    reportLocks(deps, tried.locks, account, caller)
    throw new ServerError(401, 'invalid-credentials', 'Invalid credentials')
  }
  if (opened.step) throw refuseForStep(opened.step)
  const { session, code } = opened
  const { signedIn } = session
  announceIfNew(deps, session, caller)
  log.info({ userId: signedIn.user._id }, 'an account was signed in')
  return { ...signedIn, ...(code ? await mailCode(deps, code) : NO_CODE_DELIVERY) }
}
