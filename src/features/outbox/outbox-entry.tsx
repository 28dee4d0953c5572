import { useId } from 'react'
import { Link } from 'react-router-dom'
import { formatCountdown, formatDateTime } from '#src/domain/dates.ts'
import type { ChosenReason } from '#src/domain/listing/rejection-reason.ts'
import { displayId, displayName } from '#src/domain/text.ts'
import { actionLabel } from '#src/outbox/discard-messages.ts'
import { wordsOf } from '#src/outbox/kinds/kind-words.ts'
import { findNextTryAt } from '#src/outbox/sending/next-try.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { useReasons } from '#src/query-cache/use-reasons.ts'
import { SyncStatusLabel } from '#src/ui/reads/sync-status-label.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import {
  effortMessage,
  isNewConflict,
  type ListedChange,
  type OpenChange,
  orderMessage,
  stateLabel,
} from './change-messages.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { EntryActions, recordPath } from './outbox-entry-actions.tsx'
import { useChangeActions } from './use-change-actions.ts'

export interface OutboxEntryProps extends ListedChange {
  nowMs: number
  /** Called when the person removed the change. */
  onGone: () => void
}

/** One change: its record and decision, its state, the reason, and its actions. */
export function OutboxEntry({ change, waitsFor, behind, nowMs, onGone }: OutboxEntryProps) {
  const titleId = useId()
  const actions = useChangeActions(change, onGone)
  const order = orderMessage(waitsFor)
  const reason = givenReasonOf(change)
  const waiting = wordsOf(change).waitingOf?.(change)
  return (
    <li className="change-item" data-state={change.state} data-behind={waitsFor ? true : undefined}>
      <div className="change-item-text">
        <p className="change-item-title" id={titleId}>
          <span>{`${actionLabel(change)}: `}</span>
          <Link to={recordPath(change)}>{displayName(change.entityName)}</Link>{' '}
          {change.entity === 'listing' && (
            <span className="cell-id muted">{displayId(change.entityId)}</span>
          )}
        </p>
        <p className="change-item-meta">
          <SyncStatusLabel kind={change.state}>{stateLabel(change, nowMs)}</SyncStatusLabel>
          <span>{effortMessage(change, nowMs)}</span>
          <NextTry change={change} />
        </p>
        {waiting && <p className="change-item-meta">{waiting}</p>}
        {reason && <GivenReasonLine reason={reason} />}
        {order && <p className="change-item-meta">{order}</p>}
        {isNewConflict(change) && (
          <p className="change-item-error">
            {`This is a new conflict: the listing was changed once more after you decided again (${formatDateTime(change.queuedAt)}).`}
          </p>
        )}
        <WhyNot change={change} />
      </div>
      {change.state === 'conflict' && change.entity === 'listing' ? (
        <ConflictChoice
          change={change}
          behind={behind}
          nowMs={nowMs}
          actions={actions}
          titleId={titleId}
        />
      ) : (
        <EntryActions change={change} behind={behind} actions={actions} titleId={titleId} />
      )}
    </li>
  )
}

/** The reason that a change gives: a reason by itself, or that of a rejection. */
function givenReasonOf({ action }: OpenChange): ChosenReason | undefined {
  if (action.kind === 'reason') return action
  return action.kind === 'status' ? action.reason : undefined
}

/** The reason's label, whether changes are needed, and the note to the seller. */
function GivenReasonLine({ reason: { code, note, changesNeeded } }: { reason: ChosenReason }) {
  const { value } = useReasons()
  const label = value?.reasons.find((one) => one.code === code)?.label ?? code
  const parts = [label, changesNeeded && 'Changes needed', note && `“${note}”`]
  return <p className="change-item-meta">{parts.filter(Boolean).join(' · ')}</p>
}

/** The timer role is not live by default: screen readers do not announce each second. */
function NextTry({ change }: Pick<ListedChange, 'change'>) {
  const seconds = useSecondsUntil(findNextTryAt([change], Date.now()))
  if (seconds === 0) return null
  return <span role="timer">{`Next try in ${formatCountdown(seconds)}`}</span>
}

function WhyNot({ change }: Pick<ListedChange, 'change'>) {
  const trouble = findTrouble(change)
  if (!trouble) return null
  return (
    <div className="change-item-trouble">
      <p className="change-item-error">{trouble.why}</p>
      {trouble.fields.map((sentence) => (
        <p className="change-item-error" key={sentence}>
          {sentence}
        </p>
      ))}
      <p>{trouble.advice}</p>
    </div>
  )
}
