import { useState } from 'react'
import { formatDateTime } from '#src/domain/dates.ts'
import type { TeamMember } from '#src/domain/team/team.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { useMay } from '#src/session/use-may.ts'
import { useUserId } from '#src/session/use-session.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { LoadingPart } from '#src/ui/layout/loading-part.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
import { ChecklistCard } from './checklist/checklist-card.tsx'
import { FactorRulesCard } from './factor-rules-card.tsx'
import { HoursCard } from './hours/hours-card.tsx'
import { OrderCard } from './hours/order-card.tsx'
import { Invitations } from './invitations.tsx'
import { PeopleRow, PeopleTable } from './people-table.tsx'
import { ReasonsCard } from './reasons-card.tsx'
import { RestoreCard } from './restore/restore-card.tsx'
import { RoleSelect } from './role-select.tsx'
import { type TeamChange, useTeam } from './use-team.ts'
import './team.css'
import { FailedRead } from '#src/ui/reads/failed-read.tsx'

/** Everyone on the team, with their role and last activity, for owners. */
export function TeamScreen() {
  const { people, readFailure, changeFailure, changingId, change, refetch } = useTeam()
  const mayEditReasons = useMay('edit-reasons')
  const mayArrange = useMay('arrange-reviews')
  const [isInviting, setIsInviting] = useState(false)
  const [suspending, setSuspending] = useState<TeamMember | null>(null)
  const [resetting, setResetting] = useState<TeamMember | null>(null)
  return (
    <>
      <header className="page-header">
        <h2 className="page-title">Team</h2>
        <div className="page-actions">
          <Button
            variant={isInviting ? 'secondary' : 'primary'}
            aria-expanded={isInviting}
            onClick={() => setIsInviting(!isInviting)}
          >
            Invite a person
          </Button>
        </div>
      </header>
      <FailedRead failure={readFailure} onRetry={refetch} />
      {changeFailure && <Notice tone="negative">{changeFailure}</Notice>}
      {!people && !readFailure && <LoadingPart>Loading the team...</LoadingPart>}
      {people && <RestoreCard people={people} changingId={changingId} onChange={change} />}
      <Invitations isInviting={isInviting} isTeamRead={!readFailure} />
      {people && (
        <Card as="section" aria-labelledby="team-people">
          <h3 className="section-title team-title" id="team-people">
            People
          </h3>
          <PeopleTable labelledBy="team-people" heads={['Person', 'Last active', 'Role']}>
            {people.map((person) => (
              <TeamRow
                key={person.id}
                person={person}
                isChanging={changingId === person.id}
                onChange={change}
                onSuspend={() => setSuspending(person)}
                onReset={() => setResetting(person)}
              />
            ))}
          </PeopleTable>
        </Card>
      )}
      {people && <FactorRulesCard isTeamRead={!readFailure} />}
      {people && mayArrange && <OrderCard />}
      {people && mayArrange && <HoursCard isTeamRead={!readFailure} />}
      {people && mayArrange && <ChecklistCard />}
      {people && mayEditReasons && <ReasonsCard isTeamRead={!readFailure} />}
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
          For somebody who lost their authenticator app or passkeys, which stop working. Every
          device is signed out. The password alone signs them in, or lets them set up a new app if
          their role needs one. First make sure that they asked for it themselves.
        </p>
      </ConfirmDialog>
    </>
  )
}

interface TeamRowProps {
  person: TeamMember
  isChanging: boolean
  onChange: (change: TeamChange) => void
  onSuspend: () => void
  onReset: () => void
}

function TeamRow({ person, isChanging, onChange, onSuspend, onReset }: TeamRowProps) {
  const { id, fullName, email, role, suspendedAt, lastActiveAt, secondFactorAt } = person
  const isReader = useUserId() === id
  const name = displayName(fullName)
  return (
    <PeopleRow
      name={
        <>
          <p className="row">
            <strong className="team-name">{name}</strong>
            {isReader && <Badge tone="accent">You</Badge>}
            {suspendedAt !== null && <Badge tone="negative">Suspended</Badge>}
          </p>
          <p className="muted team-name">{displayValue(email)}</p>
        </>
      }
      cells={[
        ['Last active', lastActiveAt === null ? 'Not yet' : formatDateTime(lastActiveAt)],
        [
          'Role',
          <RoleSelect
            key="role"
            isDeciding
            aria-label={`Role of ${name}`}
            value={role}
            aria-disabled={isChanging || undefined}
            onRole={(wanted) => onChange({ id, role: wanted })}
          />,
        ],
      ]}
      // Nobody can suspend themselves, or reset their own second step.
      menu={
        !isReader && (
          <RowMenu of={name} isBusy={isChanging}>
            {secondFactorAt !== null && (
              <MenuItem onSelect={onReset}>Reset two-step sign-in</MenuItem>
            )}
            {suspendedAt === null ? (
              <MenuItem tone="negative" onSelect={onSuspend}>
                Suspend
              </MenuItem>
            ) : (
              <MenuItem onSelect={() => onChange({ id, isSuspended: false })}>
                End suspension
              </MenuItem>
            )}
          </RowMenu>
        )
      }
    />
  )
}
