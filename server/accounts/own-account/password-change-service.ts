import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import {
  confirmOwnPassword,
  requireUnchanged,
} from '#server/accounts/passwords/own-password-service.ts'
import { hashPassword } from '#server/accounts/passwords/password-hash.ts'
import { requireFitPassword } from '#server/accounts/passwords/password-rules.ts'
import { setAccount } from '#server/accounts/people/account-repository.ts'
import type { Caller } from '#server/accounts/people/caller.ts'
import { removeDevicesOf } from '#server/accounts/sessions/known-device-repository.ts'
import { rememberDevice } from '#server/accounts/sessions/known-device-service.ts'
import { hashToken } from '#server/accounts/sessions/random-token.ts'
import { revokeOtherSessions } from '#server/accounts/sessions/session-repository.ts'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import type { CallDeps } from '#server/platform/app-env.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { PasswordChange } from '#src/domain/account/own-account.ts'
import { composePasswordMail } from './password-mail.ts'

/**
 * Sets a new password. Ends all other sessions and forgets the known devices; this device stays
 * signed in, with a new device token, which is returned. @throws ServerError 400, 403, 429
 */
export async function changePassword(
  deps: CallDeps,
  session: Session,
  { newPassword, ...own }: PasswordChange,
  caller: Caller,
): Promise<string> {
  const { db, write, mailer, background, log } = deps
  const { deviceLabel, now } = caller
  const { userId, token } = session
  const { role, email, full_name, phone_number } = await requireVerifiedAccount(db, userId)
  const owner = { role, email, fullName: full_name, phoneNumber: phone_number }
  requireFitPassword(newPassword, owner, 'newPassword')
  const person = await confirmOwnPassword(deps, session, own, caller)
  const passwordHash = await hashPassword(newPassword)
  const deviceToken = await write(async (trx) => {
    await requireUnchanged(trx, person, now)
    await setAccount(trx, userId, { password_hash: passwordHash, has_short_password: 0 })
    await revokeOtherSessions(trx, { userId, tokenHash: hashToken(token) }, now.toISOString())
    await removeDevicesOf(trx, userId)
    await appendAccountAuditEntry(trx, 'password', { accountId: userId, deviceLabel, now })
    return rememberDevice(trx, userId, { deviceToken: null, now })
  })
  log.info({ userId }, 'an account has a new password')
  if (mailer.isConfigured)
    background.start(() => mailer.send(person.account.email, composePasswordMail(caller)))
  return deviceToken
}
