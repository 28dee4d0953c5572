import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDateTime } from '#src/domain/dates.ts'

export type FactorChange =
  | 'app-added'
  | 'app-removed'
  | 'new-codes'
  | 'passkey-added'
  | 'passkey-removed'
  | 'reset'

const SAYS: Readonly<Record<FactorChange, string>> = {
  'app-added': 'An authenticator app was set up',
  'app-removed': 'The authenticator app was removed',
  'new-codes': 'New recovery codes were made, and the earlier ones ended',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  reset: 'An owner removed the authenticator app, the recovery codes and the passkeys',
}

/** Tells a person that the ways to sign in to their account have changed. */
export function composeSecondFactorMail({
  change,
  deviceLabel,
  now,
  accountUrl,
}: {
  change: FactorChange
  deviceLabel: string
  now: Date
  /** The URL of the page on which the person sees how they can sign in. */
  accountUrl: string
}): Mail {
  return {
    subject: 'Your two-step sign-in was changed',
    text: [
      `${SAYS[change]} for your account for ${PRODUCT_NAME} on ${formatDateTime(now)} (India), on this device: ${deviceLabel}.`,
      'If you did this or asked for it, there is nothing to do.',
      `If not, change your password and look at your passkeys and devices:\n${accountUrl}\n`,
    ].join('\n\n'),
  }
}
