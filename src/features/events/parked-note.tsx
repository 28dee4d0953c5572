import { useRef, useState } from 'react'
import { type EventChange, MAYBE_MADE } from '#src/domain/change.ts'
import { displayName, displayValue } from '#src/domain/text.ts'
import { useOutbox } from '#src/sync/use-sync.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { showNotSaved } from '#src/ui/not-saved-toast.ts'
import { Notice } from '#src/ui/notice.tsx'
import { showToast } from '#src/ui/toast.ts'

/** Why the server did not take a change, and the two ways on besides editing. */
export function ParkedNote({ change, onSettled }: ParkedNoteProps) {
  const { isAsking, setAsking, retry, discard } = useParked(change, onSettled)
  const isMaybeMade = change.lastError?.code === MAYBE_MADE
  return (
    <div className="event-parked">
      <Notice
        tone="caution"
        action={
          <>
            <Button size="small" onClick={() => void retry()}>
              {isMaybeMade ? 'Send it again' : 'Retry'}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </>
        }
      >
        {displayValue(change.lastError?.message)}
      </Notice>
      <ConfirmDialog
        open={isAsking}
        question="Discard this change?"
        confirmLabel="Discard"
        tone="danger"
        onConfirm={() => void discard()}
        onCancel={() => setAsking(false)}
      >
        <p>{displayName(change.entityName)}</p>
        <p>{LOSSES[change.action.kind]}</p>
      </ConfirmDialog>
    </div>
  )
}

interface ParkedNoteProps {
  change: EventChange
  /** It is sent again, or gone. */
  onSettled: () => void
}

const LOSSES: Record<EventChange['action']['kind'], string> = {
  create: 'The event leaves your list on this device, and what you typed is lost.',
  update: 'The event stays as the server has it, so what you typed is lost.',
  delete: 'The event stays in your list.',
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
    retry: () => settle(() => outbox.retry(change)),
    discard: () =>
      settle(async () => {
        if (await outbox.discard(change)) return
        showToast({
          tone: 'info',
          message: 'It was sent meanwhile and can no longer be discarded.',
        })
      }),
  }
}
