import { useEffect, useId, useState } from 'react'
import type { EventFields, MarketEvent } from '#src/domain/event/market-event.ts'
import type { EventSyncStatus } from '#src/outbox/overlay/event-overlay.ts'
import { findTrouble } from '#src/outbox/trouble-messages.ts'
import { useEventActions } from '#src/outbox/use-events.ts'
import type { ReadFreshness } from '#src/query-cache/read-freshness.ts'
import type { SheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { EventForm } from './event-form.tsx'
import { NEW_EVENT } from './typed-event.ts'

export interface EventSheetProps {
  /** NEW_EVENT, or the event's current id. */
  id: string
  /** The temporary id that this device gave the event; null if it gave none. */
  formerId: string | null
  /** Null for a new event, and for an event that is not in the list. */
  event: MarketEvent | null
  syncStatus: EventSyncStatus | undefined
  /** The events on the screen; null until the list of events is known. */
  known: readonly MarketEvent[] | null
  /** True if the list of events is complete: an event that is not in it does not exist. */
  isKnown: boolean
  freshness: ReadFreshness
  sheet: SheetUrl
  onRefetch: () => void
}

/** The form of one event, or the reason why it cannot be shown. */
export function EventSheet({
  id,
  formerId,
  event,
  syncStatus,
  known,
  sheet,
  ...read
}: EventSheetProps) {
  const formId = useId()
  const actions = useEventActions(showNotSaved)
  const [isSaving, setSaving] = useState(false)
  const isNew = id === NEW_EVENT
  const isLeaving = syncStatus?.isLeaving ?? false
  const trouble = syncStatus?.kind === 'parked' ? findTrouble(syncStatus.change) : null
  const isForm = isNew || (event !== null && !isLeaving)

  // Put the server's id into the URL: after a reload, the temporary id is unknown.
  useEffect(() => {
    if (sheet.openId !== id) sheet.rename(id)
  }, [sheet, id])

  async function save(fields: EventFields): Promise<boolean> {
    setSaving(true)
    const isSaved = await (event ? actions.update(event, fields) : actions.create(fields, known))
    if (!isSaved) setSaving(false)
    return isSaved
  }

  return (
    <Sheet
      open
      title={isNew ? 'New event' : 'Edit event'}
      onClose={sheet.close}
      footer={
        isForm && (
          <Button type="submit" form={formId} variant="primary" busy={isSaving}>
            Save
          </Button>
        )
      }
    >
      {isForm ? (
        <div className="stack">
          {trouble && (
            <Notice tone="caution">
              {`${trouble.why} ${trouble.isGone ? trouble.advice : 'Change what is needed and save to send it again.'}`}
            </Notice>
          )}
          <EventForm
            id={formId}
            eventId={id}
            formerId={formerId}
            event={event}
            refused={
              syncStatus?.kind === 'parked' ? (syncStatus.change.lastError?.fields ?? {}) : {}
            }
            onSave={save}
            onSaved={sheet.close}
          />
        </div>
      ) : (
        <WhyNoForm isLeaving={isLeaving} {...read} />
      )}
    </Sheet>
  )
}

interface WhyNoFormProps extends Pick<EventSheetProps, 'isKnown' | 'freshness' | 'onRefetch'> {
  isLeaving: boolean
}

function WhyNoForm({ isLeaving, isKnown, freshness, onRefetch }: WhyNoFormProps) {
  if (isLeaving) {
    return (
      <EmptyState title="This event is being deleted">
        As long as the deletion was not sent, Undo beside the event takes it back.
      </EmptyState>
    )
  }
  if (isKnown) {
    return (
      <EmptyState title="This event is not in your list">
        It was deleted, or the address is wrong.
      </EmptyState>
    )
  }
  if (freshness.state === 'loading') return <p role="status">Loading events...</p>
  return <ReadNote {...freshness} what="this event" onRetry={onRefetch} />
}
