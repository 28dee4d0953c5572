import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { groupIndian } from '#src/domain/money.ts'

export interface MailedMention {
  author: string
  about: 'listing' | 'member'
  /** The name of the listing or the user. */
  title: string
  /** Opens the note. */
  url: string
}

/** Says who mentioned a person of the team, and about what. Never with words of a note, because mails travel. */
export function composeMentionMail({
  mentions,
  unread,
  inboxUrl,
  accountUrl,
}: {
  /** At least one, newest first. */
  mentions: readonly MailedMention[]
  /** How many there are in all. */
  unread: number
  inboxUrl: string
  accountUrl: string
}): Mail {
  const [newest] = mentions
  const others = unread - mentions.length
  return {
    subject:
      unread === 1 && newest
        ? `${newest.author} mentioned you in a note`
        : `${groupIndian(unread)} notes mention you`,
    text: [
      `On ${PRODUCT_NAME}:`,
      ...mentions.map(sayMention),
      ...(others > 0 ? [`${groupIndian(others)} more are in your inbox:\n${inboxUrl}`] : []),
      `You turned these mails on in your account, where you can turn them off:\n${accountUrl}\n`,
    ].join('\n\n'),
  }
}

function sayMention({ author, about, title, url }: MailedMention): string {
  const what = about === 'listing' ? 'listing' : 'user'
  return `${author} mentioned you in a note about the ${what} "${title}":\n${url}`
}
