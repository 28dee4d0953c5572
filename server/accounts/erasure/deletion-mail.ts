import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { formatDate, formatDateTime } from '#src/domain/dates.ts'

/** Announces that an account will be deleted, and explains how to keep it. `dueAt` is ISO 8601. */
export function composeDeletionMail({
  dueAt,
  accountUrl,
}: {
  dueAt: string
  accountUrl: string
}): Mail {
  return {
    subject: `Your account will be deleted on ${formatDate(dueAt)}`,
    text: [
      `The deletion of your account for ${PRODUCT_NAME} was requested. It will be deleted for good after ${formatDateTime(dueAt)} (India), with everything that belongs to it.`,
      `To keep it, sign in before then and choose "Keep my account":\n${accountUrl}`,
      'If you did not ask for this, keep the account and change your password at once.\n',
    ].join('\n\n'),
  }
}

/** Confirms that the deletion of an account was cancelled, in case somebody else did it. */
export function composeKeptMail({
  accountUrl,
  isConsentNew,
}: {
  accountUrl: string
  isConsentNew: boolean
}): Mail {
  const consent = isConsentNew ? ' The consent that was withdrawn was given again.' : ''
  return {
    subject: 'Your account will not be deleted',
    text: [
      `The deletion of your account for ${PRODUCT_NAME} was cancelled. The account stays.${consent}`,
      `If you did not ask for this, change your password at once and request the deletion again:\n${accountUrl}\n`,
    ].join('\n\n'),
  }
}

/** Confirms that an account was erased. */
export function composeErasureMail(): Mail {
  return {
    subject: 'Your account was deleted',
    text: [
      `Your account for ${PRODUCT_NAME} was deleted for good, with everything that belonged to it. Signing in is no longer possible.`,
      'Records of payments and loan applications stay without your name, because the law asks for them. Backups hold a copy of your data until newer ones replace them.\n',
    ].join('\n\n'),
  }
}
