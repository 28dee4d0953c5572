import { useId, useLayoutEffect, useRef } from 'react'
import { isUnsent } from '#src/domain/change.ts'
import { kindLabel } from '#src/domain/event/event-payload.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { displayName } from '#src/domain/text.ts'
import type { EventSyncStatus } from '#src/outbox/overlay/event-overlay.ts'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Badge } from '#src/ui/layout/badge.tsx'
import { SyncStatusLine } from '#src/ui/reads/sync-status-line.tsx'
import { downloadCalendar, isExportable } from './calendar-download.ts'
import { DeleteEvent } from './delete-event.tsx'
import { firstLine, formatEventTime } from './event-messages.ts'
import { ParkedNote } from './parked-note.tsx'

export interface EventItemProps {
  event: MarketEvent
  syncStatus: EventSyncStatus | undefined
  nowMs: number
  onEdit: (id: string) => void
  /** Called when the item leaves the list while it has the focus. */
  onGone: () => void
}

/** One event with its sync status and its actions. */
export function EventItem({ event, syncStatus, nowMs, onEdit, onGone }: EventItemProps) {
  const itemRef = useRef<HTMLLIElement>(null)
  const nameId = useId()
  const isLeaving = syncStatus?.isLeaving ?? false
  const name = displayName(event.title)
  const note = firstLine(event.note)
  // The pressed button may unmount on click, so the item gets the focus.
  const focusItem = () => itemRef.current?.focus()

  useLayoutEffect(() => {
    const item = itemRef.current
    return () => {
      if (item?.contains(document.activeElement)) onGone()
    }
  }, [onGone])

  return (
    <li ref={itemRef} className="card event-card" tabIndex={-1} aria-labelledby={nameId}>
      <p className="event-time">{formatEventTime(event, nowMs)}</p>
      <div className="event-text">
        <p className={isLeaving ? 'event-name struck' : 'event-name'} id={nameId}>
          {name}
        </p>
        {event.place && <p className="event-place">{event.place}</p>}
        {note && <p className="event-note">{note}</p>}
        <EventState event={event} syncStatus={syncStatus} onUndone={focusItem} />
      </div>
      <div className="event-buttons">
        <Button
          variant="quiet"
          size="small"
          aria-label={`Edit ${name}`}
          disabled={isLeaving}
          onClick={() => onEdit(event.id)}
        >
          Edit
        </Button>
        {isExportable(event) && (
          <Button
            variant="quiet"
            size="small"
            aria-label={`Calendar file of ${name}`}
            onClick={() => downloadCalendar([event], event.title)}
          >
            Calendar file
          </Button>
        )}
        <DeleteEvent event={event} nowMs={nowMs} disabled={isLeaving} onLeaving={focusItem} />
      </div>
      {syncStatus?.kind === 'parked' && (
        <ParkedNote change={syncStatus.change} onSettled={focusItem} />
      )}
    </li>
  )
}

interface EventStateProps extends Pick<EventItemProps, 'event' | 'syncStatus'> {
  onUndone: () => void
}

/**
 * The event's kind and its change's sync status. The line keeps its height when it is empty, so that the list does not
 * shift.
 */
function EventState({ event, syncStatus, onUndone }: EventStateProps) {
  const outbox = useOutbox()
  const kind = kindLabel(event.kind)

  async function takeBack({ change }: EventSyncStatus): Promise<boolean> {
    const isUndone = await outbox.undo(change)
    if (isUndone) onUndone()
    return isUndone
  }

  return (
    <div className="event-state">
      {kind && <Badge tone="neutral">{kind}</Badge>}
      {syncStatus && (
        <SyncStatusLine
          kind={syncStatus.kind}
          onUndo={isUnsent(syncStatus.change) ? () => takeBack(syncStatus) : undefined}
        />
      )}
    </div>
  )
}
