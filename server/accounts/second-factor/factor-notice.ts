import type { Caller } from '#server/accounts/people/caller.ts'
import { makeAccountUrl } from '#server/accounts/sessions/new-device-notice.ts'
import type { AppDeps } from '#server/platform/app-env.ts'
import type { UserRow } from '#server/platform/database/rows/account-rows.ts'
import { composeSecondFactorMail, type FactorChange } from './second-factor-mail.ts'

type NoticeDeps = Pick<AppDeps, 'mailer' | 'background' | 'publicUrl'>
type Notified = Pick<UserRow, 'email' | 'role'>

/**
 * Tells a person by e-mail, in the background, that their second factor has changed. Call it after
 * the commit. Without a mail server, nothing is sent.
 */
export function announceFactorChange(
  deps: NoticeDeps,
  account: Notified,
  change: FactorChange,
  by: Pick<Caller, 'deviceLabel' | 'now'>,
): void {
  announceFactorChanges(deps, [account], change, by)
}

/** Like `announceFactorChange`, for several people: one mail after the other, as a mail server takes few at a time. */
export function announceFactorChanges(
  { mailer, background, publicUrl }: NoticeDeps,
  accounts: readonly Notified[],
  change: FactorChange,
  { deviceLabel, now }: Pick<Caller, 'deviceLabel' | 'now'>,
): void {
  if (!mailer.isConfigured) return
  background.start(async () => {
    for (const account of accounts) {
      const accountUrl = makeAccountUrl(publicUrl, account)
      const mail = composeSecondFactorMail({ change, deviceLabel, now, accountUrl })
      await mailer.send(account.email, mail)
    }
  })
}
