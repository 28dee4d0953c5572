import { useRef, useState } from 'react'
import { type EventChange, listBehind } from '#src/domain/change.ts'
import { displayName } from '#src/domain/text.ts'
import {
  actionLabel,
  discardMessages,
  NOT_SENT_AGAIN,
  NOT_TAKEN_BACK,
} from '#src/outbox/discard-messages.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { useOutbox, useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { showToast } from '#src/ui/toast/toast.ts'

/** Why the server refused a change, in the outbox's wording, with the buttons to send it again or to discard it. */
export function ParkedNote({ change, onSettled }: ParkedNoteProps) {
  const { isAsking, setAsking, retry, discard } = useParked(change, onSettled)
  const { changes } = useOutboxSnapshot()
  const trouble = findTrouble(change)
  const sentences = trouble ? [trouble.why, ...trouble.fields, trouble.advice] : []
  return (
    <div className="event-parked">
      <Notice
        tone="caution"
        action={
          <>
            {trouble?.canSendAgain !== false && (
              <Button size="small" onClick={() => void retry()}>
                Send again
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </>
        }
      >
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      <ConfirmDialog
        open={isAsking}
        title="Discard this change?"
        confirmLabel="Discard"
        tone="danger"
        onConfirm={() => void discard()}
        onCancel={() => setAsking(false)}
      >
        <p>{`${actionLabel(change)}: ${displayName(change.entityName)}`}</p>
        {discardMessages(change, listBehind(changes, change)).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </div>
  )
}

interface ParkedNoteProps {
  change: EventChange
  /** Called after Send again or Discard, also when there was nothing left to discard. */
  onSettled: () => void
}

function useParked(change: EventChange, onSettled: () => void) {
  const outbox = useOutbox()
  const [isAsking, setAsking] = useState(false)
  const isBusy = useRef(false)

  async function settle(work: () => Promise<void>) {
    if (isBusy.current) return
    isBusy.current = true
    setAsking(false)
    try {
      await work()
      onSettled()
    } catch (error) {
      showNotSaved(error)
    }
    isBusy.current = false
  }

  return {
    isAsking,
    setAsking,
    retry: () =>
      settle(async () => {
        if (!(await outbox.retry(change))) showToast({ tone: 'info', message: NOT_SENT_AGAIN })
      }),
    discard: () =>
      settle(async () => {
        if (!(await outbox.discard(change))) showToast({ tone: 'info', message: NOT_TAKEN_BACK })
      }),
  }
}
