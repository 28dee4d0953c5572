import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import type { Role } from '#src/domain/account/account.ts'
import { RESET_MINUTES } from '#src/domain/retention.ts'

/** Names the account, because an e-mail address may have one account of each role. */
const ACCOUNTS: Readonly<Record<Role, string>> = { admin: 'team account', user: 'account' }

/** The mail with the link that sets a new password. */
export function composeResetMail({ url, role }: { url: string; role: Role }): Mail {
  return {
    subject: 'Choose a new password',
    text: [
      `Choose a new password for your ${ACCOUNTS[role]} at ${PRODUCT_NAME} here:\n${url}`,
      `The link works once, within ${RESET_MINUTES} minutes.`,
      'If you did not ask for it, ignore this mail. Your password stays as it is.\n',
    ].join('\n\n'),
  }
}

/** The mail after a reset; `forgotUrl` is the page that requests another link. */
export function composeResetDoneMail({ forgotUrl, role }: { forgotUrl: string; role: Role }): Mail {
  return {
    subject: 'Your password was changed',
    text: [
      `The password of your ${ACCOUNTS[role]} at ${PRODUCT_NAME} was changed with a link from an e-mail.`,
      'Every device was signed out.',
      `If this was not you, change the password of your mailbox first. Then choose a new one here:\n${forgotUrl}\n`,
    ].join('\n\n'),
  }
}
