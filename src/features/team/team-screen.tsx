import { useState } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import { STAFF_ROLES } from '#src/domain/team/permission.ts'
import { ROLE_LABELS, type TeamMember } from '#src/domain/team/team.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { useUserId } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { type TeamChange, useTeam } from './use-team.ts'

/** Everyone on the team, with their role and last activity, for owners. */
export function TeamScreen() {
  const { people, readFailure, changeFailure, changingId, change, refetch } = useTeam()
  const [suspending, setSuspending] = useState<TeamMember | null>(null)
  const [resetting, setResetting] = useState<TeamMember | null>(null)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Team</h2>
      </header>
      {readFailure && (
        <Notice tone="caution" action={<Button onClick={refetch}>Try again</Button>}>
          {readFailure}
        </Notice>
      )}
      {changeFailure && <Notice tone="negative">{changeFailure}</Notice>}
      {!people && !readFailure && <p role="status">Loading the team...</p>}
      <ul className="stack">
        {people?.map((person) => (
          <TeamCard
            key={person.id}
            person={person}
            isChanging={changingId === person.id}
            onChange={change}
            onSuspend={() => setSuspending(person)}
            onReset={() => setResetting(person)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={suspending !== null}
        title={`Suspend ${displayName(suspending?.fullName)}?`}
        confirmLabel="Suspend"
        tone="danger"
        onCancel={() => setSuspending(null)}
        onConfirm={() => {
          if (suspending) change({ id: suspending.id, isSuspended: true })
          setSuspending(null)
        }}
      >
        <p>
          Every device is signed out, and deletes its copies. Changes that wait there stay there.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={resetting !== null}
        title={`Reset the two-step sign-in of ${displayName(resetting?.fullName)}?`}
        confirmLabel="Reset"
        tone="danger"
        onCancel={() => setResetting(null)}
        onConfirm={() => {
          if (resetting) change({ id: resetting.id, secondFactorAt: null })
          setResetting(null)
        }}
      >
        <p>
          For somebody who lost their authenticator app. Every device is signed out, and the
          password alone signs them in. First make sure that they asked for it themselves.
        </p>
      </ConfirmDialog>
    </>
  )
}

interface TeamCardProps {
  person: TeamMember
  isChanging: boolean
  onChange: (change: TeamChange) => void
  onSuspend: () => void
  onReset: () => void
}

function TeamCard({ person, isChanging, onChange, onSuspend, onReset }: TeamCardProps) {
  const { id, fullName, email, role, suspendedAt, lastActiveAt, secondFactorAt } = person
  const isReader = useUserId() === id
  const name = displayName(fullName)
  return (
    <Card as="li" className="panel">
      <p className="row">
        <strong>{name}</strong>
        {isReader && <Badge tone="accent">You</Badge>}
        {suspendedAt !== null && <Badge tone="negative">Suspended</Badge>}
      </p>
      <p>{displayValue(email)}</p>
      <p className="muted">
        {lastActiveAt === null ? 'Not active yet' : `Last active ${formatDateTime(lastActiveAt)}`}
      </p>
      <div className="row">
        <Select
          aria-label={`Role of ${name}`}
          value={role}
          disabled={isChanging}
          onChange={({ target }) => {
            const wanted = STAFF_ROLES.find((one) => one === target.value)
            if (wanted) onChange({ id, role: wanted })
          }}
        >
          {STAFF_ROLES.map((one) => (
            <option key={one} value={one}>
              {ROLE_LABELS[one]}
            </option>
          ))}
        </Select>
        {suspendedAt === null ? (
          <Button busy={isChanging} aria-label={`Suspend ${name}`} onClick={onSuspend}>
            Suspend
          </Button>
        ) : (
          <Button
            busy={isChanging}
            aria-label={`End the suspension of ${name}`}
            onClick={() => onChange({ id, isSuspended: false })}
          >
            End suspension
          </Button>
        )}
        {secondFactorAt !== null && !isReader && (
          <Button
            busy={isChanging}
            aria-label={`Reset the two-step sign-in of ${name}`}
            onClick={onReset}
          >
            Reset two-step sign-in
          </Button>
        )}
      </div>
    </Card>
  )
}
