import { Trash2Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListingChange } from '#src/domain/change.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { byActor } from '#src/domain/history.ts'
import { STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { insistLabel, isOnlyAboutReason, leaveLabel } from '#src/outbox/conflict-messages.ts'
import { actionLabel } from '#src/outbox/discard-messages.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { StatusBadge } from '#src/ui/layout/status-badge.tsx'
import { formatAgo, type OpenChange } from './change-messages.ts'
import type { ChangeActions } from './use-change-actions.ts'

export interface ConflictChoiceProps {
  change: ListingChange
  /** Later decisions about the same listing. */
  behind: readonly OpenChange[]
  nowMs: number
  actions: Pick<ChangeActions, 'keepMine' | 'keepTheirs'>
  /** The id of the element that names the change. */
  titleId: string
}

/** Shows both sides of a conflict beside each other. Nothing is overwritten until the person chooses a side. */
export function ConflictChoice({ change, behind, nowMs, actions, titleId }: ConflictChoiceProps) {
  const { action, queuedAt, conflict } = change
  const name = useSession()?.account?.fullName
  return (
    <div className="columns">
      <Side
        label="You decided"
        decision={action.kind === 'status' ? <Decision status={action.to} /> : <Deletion />}
        origin={`${formatDateTime(queuedAt)} (${formatAgo(queuedAt, nowMs)})${name ? ` by ${name}` : ''}, on this device`}
        effect={mineEffect(change, behind)}
      >
        <Button
          variant={action.kind === 'delete' ? 'danger' : 'primary'}
          aria-describedby={titleId}
          onClick={() => void actions.keepMine()}
        >
          {insistLabel(change)}
        </Button>
      </Side>
      <Side
        label="The server has"
        decision={<Decision status={conflict?.status ?? null} />}
        origin={theirOrigin(change)}
        effect={theirEffect(behind)}
      >
        <Button aria-describedby={titleId} onClick={() => void actions.keepTheirs()}>
          {leaveLabel(change)}
        </Button>
      </Side>
    </div>
  )
}

interface SideProps {
  label: string
  decision: ReactNode
  /** When and where this side's decision was made. */
  origin: string
  /** The effect of keeping this side. */
  effect: string
  children: ReactNode
}

function Side({ label, decision, origin, effect, children }: SideProps) {
  return (
    <section className="compare-side" aria-label={label}>
      <p className="compare-label">{label}</p>
      <p>{decision}</p>
      <p className="compare-label">{origin}</p>
      <p className="compare-effect">{effect}</p>
      {children}
    </section>
  )
}

function Decision({ status }: { status: keyof typeof STATUS_LABELS | null }) {
  if (!status) return <Badge tone="neutral">Not known</Badge>
  return <StatusBadge status={status}>{STATUS_LABELS[status]}</StatusBadge>
}

function Deletion() {
  return (
    <Badge tone="negative" icon={<Trash2Icon size={12} />}>
      Delete
    </Badge>
  )
}

function theirOrigin({ conflict, userId }: ListingChange): string {
  const when = conflict?.changedAt ? formatDateTime(conflict.changedAt) : 'meanwhile'
  const { actorId = null, by = null } = conflict ?? {}
  const who = byActor({ actorId, by }, userId)
  return `Changed ${when}${who}, on ${conflict?.device ?? 'another device'}`
}

function mineEffect(change: ListingChange, behind: readonly OpenChange[]): string {
  const effect = ownEffect(change)
  if (behind.length === 0) return effect
  const then = behind.map((change) => `“${actionLabel(change)}”`).join(', then ')
  return `${effect} Then sends ${then}, which you decided after it.`
}

function ownEffect(change: ListingChange): string {
  const { action } = change
  if (action.kind !== 'status') return 'Deletes the listing for good, although it was changed.'
  if (isOnlyAboutReason(change)) return 'Replaces the reason that the seller gets.'
  return `Sets the listing to ${STATUS_LABELS[action.to]}.`
}

function theirEffect(behind: readonly OpenChange[]): string {
  if (behind.length === 0) return 'Leaves the listing as it is and drops your decision.'
  const later =
    behind.length === 1 ? 'the one after it' : `the ${groupIndian(behind.length)} after it`
  return `Leaves the listing as it is and drops your decision and ${later}.`
}
