import { ImageOffIcon, RefreshCwIcon, Undo2Icon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Change, isUnsent } from '#src/domain/change.ts'
import { displayName } from '#src/domain/text.ts'
import { actionLabel, discardMessages } from '#src/outbox/discard-messages.ts'
import { wordsOf } from '#src/outbox/kinds/kind-words.ts'
import { hasOwnContent } from '#src/outbox/kinds/kinds.ts'
import { canGoWithoutPhotos } from '#src/outbox/kinds/visit/visit-words.ts'
import { findTrouble, wantsReason } from '#src/outbox/trouble-messages.ts'
import { useMay } from '#src/session/use-may.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import type { OpenChange } from './change-messages.ts'
import type { ChangeActions } from './use-change-actions.ts'
import { useWorkOffline } from './use-work-offline.ts'

export interface EntryActionsProps {
  change: OpenChange
  /** Changes of the same record that wait for this one. */
  behind: readonly OpenChange[]
  actions: ChangeActions
  /** The id of the element that names the change. */
  titleId: string
}

/** The actions for a change without a conflict; none while it is being sent. */
export function EntryActions({ change, behind, actions, titleId }: EntryActionsProps) {
  const { isOn: isHeldBack } = useWorkOffline()
  const mayDecide = useMay('decide-listings')
  if (change.state === 'sending') return null
  // The content of a listing is not in the outbox, so only Discard takes it back.
  if (isUnsent(change) && hasOwnContent(change)) {
    return (
      <div className="change-item-actions">
        <Button
          icon={<Undo2Icon size={16} />}
          aria-describedby={titleId}
          onClick={() => void actions.undo()}
        >
          Undo
        </Button>
      </div>
    )
  }
  const isParked = change.state === 'parked'
  const trouble = findTrouble(change)
  const canSend = isParked ? (trouble?.canSendAgain ?? true) : !isHeldBack && !isUnsent(change)
  return (
    <div className="change-item-actions">
      {mayDecide && wantsReason(change) && (
        <Button variant="primary" aria-describedby={titleId} onClick={() => void actions.explain()}>
          Give a reason
        </Button>
      )}
      {canSend && (
        <Button
          icon={<RefreshCwIcon size={16} />}
          aria-describedby={titleId}
          onClick={() => void actions.retry()}
        >
          {isParked ? 'Send again' : 'Try now'}
        </Button>
      )}
      {trouble && canGoWithoutPhotos(change) && (
        <Button
          icon={<ImageOffIcon size={16} />}
          aria-describedby={titleId}
          onClick={() => void actions.sendWithoutPhotos()}
        >
          Send without photos
        </Button>
      )}
      {isParked && !trouble?.isGone && (
        <Link className="button" data-variant="secondary" to={recordPath(change)}>
          {`Open the ${wordsOf(change).noun}`}
        </Link>
      )}
      <Discard change={change} behind={behind} actions={actions} titleId={titleId} />
    </div>
  )
}

function Discard({ change, behind, actions, titleId }: EntryActionsProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button aria-describedby={titleId} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Discard this change?"
        confirmLabel="Discard"
        tone="danger"
        onConfirm={() => {
          setAsking(false)
          void actions.discard()
        }}
        onCancel={() => setAsking(false)}
      >
        <p>{`${actionLabel(change)}: ${displayName(change.entityName)}`}</p>
        {discardMessages(change, behind).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </>
  )
}

/** The path of the page that shows the record of a change. */
export function recordPath(change: Change): string {
  return wordsOf(change).pathOf(change.entityId)
}
