import type { AppDeps } from '#server/app-env.ts'
import { requireSignInTry } from '#server/limits/limit-service.ts'
import { ServerError } from '#server/server-error.ts'
import type { Credentials } from '#src/domain/account.ts'
import { findAccount } from './account-repository.ts'
import { openAccountSession } from './account-session-service.ts'
import type { Caller } from './caller.ts'
import { awaitsCode, sendCodeIfDue } from './code-service.ts'
import { isPassword } from './password-hash.ts'

/**
 * Signs in by password; an account that is not verified yet gets a code. A wrong password and an unknown e-mail address
 * get one answer, after the same work. @throws ServerError 401, 429
 */
export async function signIn(deps: AppDeps, { email, password }: Credentials, caller: Caller) {
  const { db, log, settings } = deps
  const tried = await requireSignInTry(db, { email, ...caller })
  const known = await findAccount(db, email)
  const isRight = await isPassword(password, known?.password_hash ?? null)
  const opened = isRight
    ? await db.transaction().execute(async (trx) => {
        // The password may have been changed, and every session ended, while this one was compared.
        const account = await findAccount(trx, email)
        if (!account || account.password_hash !== known?.password_hash) return null
        return { account, signedIn: await openAccountSession(trx, settings, account, caller) }
      })
    : null
  if (!opened) {
    log.warn({ address: caller.address }, 'a sign-in failed')
    throw new ServerError(401, 'invalid-credentials', 'Invalid credentials')
  }
  await tried.forget()
  const { account, signedIn } = opened
  if (!awaitsCode(account)) return { ...signedIn, codeSent: null, resendAfter: null }
  return { ...signedIn, ...(await sendCodeIfDue(deps, email, caller)) }
}
