import type { AppDeps } from '#server/app-env.ts'
import type { Caller } from '#server/auth/caller.ts'
import { makeAccountUrl } from '#server/auth/sessions/new-device-notice.ts'
import type { UserRow } from '#server/database/account-rows.ts'
import { composeSecondFactorMail, type FactorChange } from '#server/mail/second-factor-mail.ts'

/**
 * Tells a person by e-mail, in the background, that their second factor has changed. Call it after
 * the commit. Without a mail server, nothing is sent.
 */
export function announceFactorChange(
  { mailer, background, publicUrl }: Pick<AppDeps, 'mailer' | 'background' | 'publicUrl'>,
  account: Pick<UserRow, 'email' | 'role'>,
  change: FactorChange,
  { deviceLabel, now }: Pick<Caller, 'deviceLabel' | 'now'>,
): void {
  if (!mailer.isConfigured) return
  const accountUrl = makeAccountUrl(publicUrl, account)
  const mail = composeSecondFactorMail({ change, deviceLabel, now, accountUrl })
  background.start(() => mailer.send(account.email, mail))
}
