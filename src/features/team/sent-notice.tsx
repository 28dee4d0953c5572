import { useRef, useState } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import type { SentInvitation } from '#src/domain/team/team.ts'
import { Button } from '#src/ui/form/button.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface SentNoticeProps {
  sent: SentInvitation
  isSending: boolean
  onResend: () => void
}

/** The result of the last invitation: mailed, not mailed, or a link to hand over. */
export function SentNotice({ sent, isSending, onResend }: SentNoticeProps) {
  const { invitation, isMailed, link } = sent
  if (link !== null) return <LinkNotice email={invitation.email} link={link} />
  if (isMailed)
    return (
      <Notice tone="positive">
        The invitation of {invitation.email} was sent. Its link works until{' '}
        {formatDateTime(invitation.expiresAt)}.
      </Notice>
    )
  const again = (
    <Button busy={isSending} onClick={onResend}>
      Send again
    </Button>
  )
  return (
    <Notice tone="caution" action={again}>
      The invitation of {invitation.email} is saved, but the mail server did not take the mail.
    </Notice>
  )
}

function LinkNotice({ email, link }: { email: string; link: string }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      setSaid('Copied.')
    } catch {
      // The browser denied access to the clipboard, or offers none without HTTPS.
      inputRef.current?.select()
      setSaid('The browser does not allow copying. The link is selected: copy it by hand.')
    }
  }

  return (
    <Notice tone="positive" action={<Button onClick={() => void copy()}>Copy link</Button>}>
      <div className="stack">
        <p className="team-name">
          This server sends no e-mails. Give this link to {email} yourself; it is shown only once.
        </p>
        <TextInput ref={inputRef} aria-label={`Link for ${email}`} value={link} readOnly />
      </div>
      <p aria-live="polite">{said}</p>
    </Notice>
  )
}
