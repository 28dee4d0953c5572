import { useState } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import type { Invitation } from '#src/domain/team/team.ts'
import { displayName } from '#src/domain/text.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { InvitationLink } from './invitation-link.tsx'
import { InviteForm } from './invite-form.tsx'
import { PeopleRow, PeopleTable } from './people-table.tsx'
import { labelRole } from './role-select.tsx'
import { SentNotice } from './sent-notice.tsx'
import { useInvitations } from './use-invitations.ts'

interface InvitationsProps {
  isInviting: boolean
  /** False if the team could not be read. The page shows that error, so this part does not show its own read error. */
  isTeamRead: boolean
}

/** Invites people by e-mail, and lists the invitations that nobody accepted yet. */
export function Invitations({ isInviting, isTeamRead }: InvitationsProps) {
  const { invitations, links, send, revoke, ...state } = useInvitations()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const { sent, failure, emailError, readFailure } = state
  return (
    <>
      {isInviting && (
        <InviteForm isSending={state.isSending} emailError={emailError} onSend={send} />
      )}
      {failure && !emailError && <Notice tone="negative">{failure}</Notice>}
      {readFailure && !failure && isTeamRead && <Notice tone="caution">{readFailure}</Notice>}
      {sent && (
        <SentNotice
          sent={sent}
          isSending={state.isSending}
          onResend={() => void send({ id: sent.invitation.id })}
        />
      )}
      {!invitations && !readFailure && <LoadingPart>Loading the invitations...</LoadingPart>}
      {invitations && invitations.length > 0 && (
        <Card as="section" aria-labelledby="pending-invitations">
          <h3 className="section-title team-title" id="pending-invitations">
            Pending invitations
          </h3>
          <PeopleTable
            labelledBy="pending-invitations"
            heads={['Invited', 'Link works until', 'Role']}
          >
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                link={links[invitation.id]?.url ?? null}
                isChanging={state.changingId === invitation.id}
                onResend={() => void send({ id: invitation.id })}
                onRevoke={() => setRevoking(invitation)}
              />
            ))}
          </PeopleTable>
        </Card>
      )}
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke the invitation of ${revoking?.email}?`}
        confirmLabel="Revoke"
        tone="danger"
        onCancel={() => setRevoking(null)}
        onConfirm={() => {
          if (revoking) revoke(revoking.id)
          setRevoking(null)
        }}
      >
        <p>Its link stops working. You can invite this address again.</p>
      </ConfirmDialog>
    </>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  /** The one-time link, if this page holds it. */
  link: string | null
  isChanging: boolean
  onResend: () => void
  onRevoke: () => void
}

function InvitationRow({ invitation, link, isChanging, onResend, onRevoke }: InvitationRowProps) {
  const { email, role, invitedBy, expiresAt } = invitation
  const isExpired = Date.parse(expiresAt) <= useNow()
  return (
    <PeopleRow
      name={
        <>
          <p className="row">
            <strong className="team-name">{email}</strong>
            {isExpired && <Badge tone="caution">Expired</Badge>}
          </p>
          <p className="muted">{`Invited by ${displayName(invitedBy)}`}</p>
        </>
      }
      cells={[
        ['Link works until', formatDateTime(expiresAt)],
        ['Role', labelRole(role)],
      ]}
      menu={
        <RowMenu of={email} isBusy={isChanging}>
          <MenuItem onSelect={onResend}>Send again</MenuItem>
          <MenuItem tone="negative" onSelect={onRevoke}>
            Revoke
          </MenuItem>
        </RowMenu>
      }
      below={link !== null && !isExpired && <InvitationLink email={email} url={link} />}
    />
  )
}
