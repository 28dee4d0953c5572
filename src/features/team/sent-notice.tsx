import { formatDateTime } from '#src/domain/dates.ts'
import type { SentInvitation } from '#src/domain/team/team.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface SentNoticeProps {
  sent: SentInvitation
  isSending: boolean
  onResend: () => void
}

/** The result of the last invitation: mailed, not mailed, or a link on its row to hand over. */
export function SentNotice({ sent, isSending, onResend }: SentNoticeProps) {
  const { invitation, isMailed, link } = sent
  if (link !== null)
    return (
      <Notice tone="positive">
        {`This server sends no e-mails. Copy the link of ${invitation.email} below and hand it over yourself. It stays there until it is used or this page is closed; nobody can show it again.`}
      </Notice>
    )
  if (isMailed)
    return (
      <Notice tone="positive">
        {`The invitation of ${invitation.email} was sent. Its link works until ${formatDateTime(invitation.expiresAt)}.`}
      </Notice>
    )
  const again = (
    <Button busy={isSending} onClick={onResend}>
      Send again
    </Button>
  )
  return (
    <Notice tone="caution" action={again}>
      {`The invitation of ${invitation.email} is saved, but the mail server did not take the mail.`}
    </Notice>
  )
}
