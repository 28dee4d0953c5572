import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDateTime } from '#src/domain/dates.ts'

/** Confirms a new password to the account's address. */
export function composePasswordMail({
  deviceLabel,
  now,
}: {
  deviceLabel: string
  now: Date
}): Mail {
  return {
    subject: 'Your password was changed',
    text: [
      `The password of your account for ${PRODUCT_NAME} was changed on ${formatDateTime(now)} (India), on this device: ${deviceLabel}.`,
      'All other devices are signed out.',
      'If you did not do this, somebody knows your old password. Write to the address under "Contact Us" of our privacy policy at once; if you are on the team, tell an owner.\n',
    ].join('\n\n'),
  }
}
