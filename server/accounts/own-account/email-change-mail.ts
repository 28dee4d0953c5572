import { maskEmail } from '#server/platform/mail/email-mask.ts'
import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDateTime } from '#src/domain/dates.ts'

export interface EmailChangeNotice {
  newEmail: string
  deviceLabel: string
  now: Date
}

/** Sent to the old e-mail address after a change: says that the account has a new address. */
export function composeEmailChangeMail({ newEmail, deviceLabel, now }: EmailChangeNotice): Mail {
  return {
    subject: 'Your e-mail address was changed',
    text: [
      `Your account for ${PRODUCT_NAME} has the address ${maskEmail(newEmail)} since ${formatDateTime(now)} (India). It was changed on this device: ${deviceLabel}.`,
      'From now on, sign in with the new address. Nothing more is sent to this one.',
      'If you did not do this, somebody knows your password. Write to the address under "Contact Us" of our privacy policy at once; if you are on the team, tell an owner.\n',
    ].join('\n\n'),
  }
}
