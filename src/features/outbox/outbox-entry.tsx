import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { eventPath, sectionPath } from '#src/config/paths.ts'
import { type Change, isUnsent, MAYBE_MADE } from '#src/domain/change.ts'
import { displayId, displayName } from '#src/domain/text.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ChangeMark } from '#src/ui/mark.tsx'
import {
  actionWords,
  effortWords,
  findErrorWords,
  type OpenChange,
  STATE_WORDS,
} from './change-words.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import { type ChangeActions, useChangeActions } from './use-change-actions.ts'

export interface OutboxEntryProps {
  change: OpenChange
  nowMs: number
  /** Told when a person took the change out of the outbox. */
  onGone: () => void
}

/** One change: what was decided about which listing, how far it is, and what can be done about it. */
export function OutboxEntry({ change, nowMs, onGone }: OutboxEntryProps) {
  const titleId = useId()
  const actions = useChangeActions(change, onGone)
  const error = findErrorWords(change)
  return (
    <li className="change-item" data-state={change.state}>
      <div className="change-item-text">
        <p className="change-item-title" id={titleId}>
          {`${actionWords(change)}: `}
          <Link to={addressOf(change)}>{displayName(change.entityName)}</Link>{' '}
          {change.entity === 'listing' && (
            <span className="cell-id muted">{displayId(change.entityId)}</span>
          )}
        </p>
        <p className="change-item-meta">
          <ChangeMark kind={change.state}>{STATE_WORDS[change.state]}</ChangeMark>
          <span>{effortWords(change, nowMs)}</span>
        </p>
        {error && <p className="change-item-error">{error}</p>}
      </div>
      {change.state === 'conflict' && change.entity === 'listing' ? (
        <ConflictChoice change={change} nowMs={nowMs} actions={actions} titleId={titleId} />
      ) : (
        <EntryActions change={change} actions={actions} titleId={titleId} />
      )}
    </li>
  )
}

interface EntryActionsProps extends Pick<OutboxEntryProps, 'change'> {
  actions: ChangeActions
  titleId: string
}

function EntryActions({ change, actions, titleId }: EntryActionsProps) {
  const [isAsking, setAsking] = useState(false)
  if (change.state === 'sending') return null
  if (isUnsent(change)) {
    return (
      <div className="change-item-actions">
        <Button
          icon={<Icon name="undo" size={18} />}
          aria-describedby={titleId}
          onClick={() => void actions.undo()}
        >
          Undo
        </Button>
      </div>
    )
  }
  return (
    <div className="change-item-actions">
      <Button
        icon={<Icon name="refresh" size={18} />}
        aria-describedby={titleId}
        onClick={() => void actions.retry()}
      >
        {change.lastError?.code === MAYBE_MADE ? 'Send it again' : 'Retry'}
      </Button>
      <Button variant="quiet" aria-describedby={titleId} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        question="Discard this change?"
        confirmLabel="Discard"
        tone="danger"
        onConfirm={() => {
          setAsking(false)
          void actions.discard()
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{`${actionWords(change)}: ${displayName(change.entityName)}`}</p>
        <p>
          It was tried before, so it may already have had its effect on the server. Discarding it
          only makes this device forget it.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function addressOf({ entity, entityId }: Change): string {
  if (entity === 'event') return eventPath(entityId)
  return `${sectionPath('property')}&open=${encodeURIComponent(entityId)}`
}
