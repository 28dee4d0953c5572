import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDay, formatTime } from '#src/domain/dates.ts'

export interface DelayMail {
  title: string | null
  /** By when four of five such submissions are decided, and the time of the message, ISO 8601. */
  by: string
  at: string
  listingUrl: string
}

/** Tells a seller that a review takes much longer than they could read before. */
export function composeDelayMail({ title, by, at, listingUrl }: DelayMail): Mail {
  const listing = title === null ? 'your listing' : `your listing "${title}"`
  const time = `${formatDay(by, Date.parse(at))}, ${formatTime(by)}`
  return {
    subject: 'The review of your listing takes longer',
    text: [
      `The review of ${listing} on ${PRODUCT_NAME} takes longer than we said. Four of five such listings are now decided by ${time} (Indian time).`,
      'There is nothing for you to do.',
      `Open your listing:\n${listingUrl}\n`,
    ].join('\n\n'),
  }
}
