import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDateTime } from '#src/domain/dates.ts'

export interface NewDeviceNotice {
  deviceLabel: string
  now: Date
  /** The return value of `shortenNetwork`. */
  network: string | null
  /** The URL of the page on which the person can sign the device out. */
  accountUrl: string
}

/** Announces a sign-in on a device that is new to the account. */
export function composeNewDeviceMail(notice: NewDeviceNotice): Mail {
  const { deviceLabel, now, network, accountUrl } = notice
  return {
    subject: 'New sign-in to your account',
    text: [
      `Your account for ${PRODUCT_NAME} was used on a device for the first time.`,
      `Device: ${deviceLabel}\nTime: ${formatDateTime(now)} (India)\nNetwork: ${network ?? 'unknown'}`,
      'If this was you, there is nothing to do.',
      `If it was not you, sign that device out and change your password:\n${accountUrl}\n`,
    ].join('\n\n'),
  }
}
