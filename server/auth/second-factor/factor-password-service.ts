import type { AppDeps } from '#server/app-env.ts'
import { findAccountById } from '#server/auth/account-repository.ts'
import type { Caller } from '#server/auth/caller.ts'
import { isPassword } from '#server/auth/passwords/password-hash.ts'
import type { Session } from '#server/auth/sessions/session-service.ts'
import type { UserRow } from '#server/database/schema.ts'
import { ServerError } from '#server/http/server-error.ts'
import { requireSignInTry } from '#server/limits/sign-in-limit-service.ts'

/**
 * The one place where a change of the second factor checks who is asking. Tries count like sign-ins,
 * so that a stolen session cannot guess the password. @throws ServerError 400 with a message for
 * `password`, 403, 429
 */
export async function requireFactorPassword(
  deps: Pick<AppDeps, 'db' | 'appSecret' | 'log'>,
  { userId }: Session,
  password: string,
  { address, now }: Caller,
): Promise<UserRow> {
  const account = await findAccountById(deps.db, userId)
  if (account?.verified !== 1)
    throw new ServerError(403, 'not-verified', 'Verify your e-mail address first.')
  const { email } = account
  const tried = await requireSignInTry(deps, { email, address, knownDevice: null, now })
  if (!(await isPassword(password, account.password_hash))) {
    deps.log.warn({ userId, address }, 'a password check failed')
    const sentence = 'This is not your password.'
    throw new ServerError(400, 'wrong-password', sentence, { fields: { password: sentence } })
  }
  await deps.db.transaction().execute((trx) => tried.forget(trx))
  return account
}
