import { useState } from 'react'
import type { RestoredPasskey } from '#src/api/team/restore-api.ts'
import { formatDate, formatDateTime } from '#src/domain/dates.ts'
import { nameRole } from '#src/domain/team/role-labels.ts'
import type { TeamMember } from '#src/domain/team/team.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import type { TeamChange } from '#src/features/team/use-team.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { PausedWebhooks } from './paused-webhooks.tsx'
import { useRestore } from './use-restore.ts'

interface RestoreCardProps {
  people: readonly TeamMember[]
  /** The id of the person whose change is in flight. */
  changingId: string | null
  onChange: (change: TeamChange) => void
}

/** After a restore: who and what it may have brought back, each with its button. Empty once an owner has put it away. */
export function RestoreCard({ people, changingId, onChange }: RestoreCardProps) {
  const { restore, readFailure, failure, running, act } = useRestore()
  const mayConnectSites = useMay('connect-sites')
  const [isEndingMembers, setEndingMembers] = useState(false)
  if (!restore) return readFailure && <Notice tone="negative">{readFailure}</Notice>
  const { restoredAt, backup, passkeys, memberPasskeys } = restore
  return (
    <Card as="section" aria-labelledby="restore-title">
      <h3 className="section-title team-title" id="restore-title">
        After the restore
      </h3>
      <p className="panel team-name">
        {`${backup === null ? 'A backup' : `The backup ${backup}`} was restored on ${formatDateTime(restoredAt)}. What was removed or suspended after the backup was made is back. All API keys have ended. Look at each line below.`}
      </p>
      {failure && <Notice tone="negative">{failure}</Notice>}
      <h4 className="panel">People who can sign in</h4>
      <ul className="team-list">
        {people
          .filter(({ suspendedAt }) => suspendedAt === null)
          .map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isChanging={changingId === person.id}
              onSuspend={() => onChange({ id: person.id, isSuspended: true })}
            />
          ))}
      </ul>
      <h4 className="panel">Passkeys</h4>
      <ul className="team-list">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            passkey={passkey}
            isRemoving={running?.kind === 'passkey' && running.id === passkey._id}
            onRemove={() => act({ kind: 'passkey', id: passkey._id })}
          />
        ))}
        {passkeys.length === 0 && <li className="panel muted">Nobody on the team has one.</li>}
        {memberPasskeys > 0 && (
          <li className="team-row">
            <strong>{`Passkeys of users: ${memberPasskeys}`}</strong>
            <div className="team-actions">
              <Button
                busy={running?.kind === 'members'}
                aria-label="Remove the passkeys of all users"
                onClick={() => setEndingMembers(true)}
              >
                Remove all
              </Button>
            </div>
          </li>
        )}
      </ul>
      {mayConnectSites && <PausedWebhooks />}
      <div className="panel">
        <Button
          variant="primary"
          busy={running?.kind === 'done'}
          onClick={() => act({ kind: 'done' })}
        >
          All of this is right
        </Button>
      </div>
      <ConfirmDialog
        open={isEndingMembers}
        title="Remove the passkeys of all users?"
        confirmLabel="Remove all"
        tone="danger"
        onCancel={() => setEndingMembers(false)}
        onConfirm={() => {
          act({ kind: 'members' })
          setEndingMembers(false)
        }}
      >
        <p>
          Users with passkeys are signed out. They sign in with their passwords and can add their
          passkeys again. A mail tells them.
        </p>
      </ConfirmDialog>
    </Card>
  )
}

interface PersonRowProps {
  person: TeamMember
  isChanging: boolean
  onSuspend: () => void
}

function PersonRow({ person, isChanging, onSuspend }: PersonRowProps) {
  const { id, fullName, email, role, lastActiveAt } = person
  const isReader = useUserId() === id
  const name = displayName(fullName)
  return (
    <li className="team-row">
      <div>
        <p className="row">
          <strong className="team-name">{name}</strong>
          {isReader && <Badge tone="accent">You</Badge>}
        </p>
        <p className="muted team-name">{displayValue(email)}</p>
      </div>
      <p className="muted">
        {lastActiveAt === null ? 'Not active yet' : `Last active ${formatDateTime(lastActiveAt)}`}
      </p>
      <p className="muted">{nameRole(role)}</p>
      <div className="team-actions">
        {!isReader && (
          <Button
            busy={isChanging}
            aria-label={`Suspend ${name} after the restore`}
            onClick={onSuspend}
          >
            Suspend
          </Button>
        )}
      </div>
    </li>
  )
}

interface PasskeyRowProps {
  passkey: RestoredPasskey
  isRemoving: boolean
  onRemove: () => void
}

function PasskeyRow({ passkey, isRemoving, onRemove }: PasskeyRowProps) {
  const { fullName, email, name, createdAt, lastUsedAt } = passkey
  const owner = displayName(fullName)
  return (
    <li className="team-row">
      <div>
        <strong className="team-name">{name}</strong>
        <p className="muted team-name">{`${owner}, ${displayValue(email)}`}</p>
      </div>
      <p className="muted">
        {lastUsedAt === null ? 'Never used' : `Last used ${formatDateTime(lastUsedAt)}`}
      </p>
      <p className="muted">{`Added ${formatDate(createdAt)}`}</p>
      <div className="team-actions">
        <Button
          busy={isRemoving}
          aria-label={`Remove the passkey ${name} of ${owner}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
