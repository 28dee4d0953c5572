import { useState } from 'react'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { displayName } from '#src/domain/text.ts'
import { useEventActions } from '#src/outbox/use-events.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { formatEventDayAndTime } from './event-messages.ts'

/** Deletes an event after a confirmation. */
export function DeleteEvent({ event, nowMs, disabled, onLeaving }: DeleteEventProps) {
  const actions = useEventActions(showNotSaved)
  const [isAsking, setAsking] = useState(false)
  const name = displayName(event.title)

  async function remove() {
    setAsking(false)
    if (await actions.remove(event)) onLeaving()
  }

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Delete ${name}`}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Delete this event?"
        confirmLabel="Delete"
        tone="danger"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        <p>{name}</p>
        <p>{formatEventDayAndTime(event, nowMs)}</p>
      </ConfirmDialog>
    </>
  )
}

interface DeleteEventProps {
  event: MarketEvent
  nowMs: number
  disabled: boolean
  /** Called when the deletion is queued. */
  onLeaving: () => void
}
