import { type Mail, PRODUCT_NAME } from '#server/platform/mail/mail.ts'
import { INVITATION_HOURS } from '#src/domain/retention.ts'

/** The mail with the link to join the team; `invitedBy` is a name. */
export function composeInvitationMail(invitation: {
  invitedBy: string | null
  role: string
  url: string
}): Mail {
  const { invitedBy, role, url } = invitation
  return {
    subject: `Join the team of ${PRODUCT_NAME}`,
    text: [
      `${invitedBy ?? 'The owner'} invites you to the team of ${PRODUCT_NAME}. Your role: ${role}.`,
      `Choose your name and password here:\n${url}`,
      `The link works once, within ${INVITATION_HOURS} hours.`,
      'If you did not expect it, ignore this mail.\n',
    ].join('\n\n'),
  }
}
