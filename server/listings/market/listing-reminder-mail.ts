import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDate } from '#src/domain/dates.ts'

/** Announces that a listing ends soon, and explains how to renew it. `expiresAt` is ISO 8601. */
export function composeListingReminderMail({
  title,
  expiresAt,
  listingsUrl,
}: {
  title: string
  expiresAt: string
  listingsUrl: string
}): Mail {
  return {
    subject: `Your listing ends on ${formatDate(expiresAt)}`,
    text: [
      `Your listing "${title}" on ${PRODUCT_NAME} ends on ${formatDate(expiresAt)}.`,
      `Is the property still available? Then renew the listing. It needs no new review:\n${listingsUrl}`,
      'If it is sold or let, you can say so there. Otherwise you need not do anything.\n',
    ].join('\n\n'),
  }
}
