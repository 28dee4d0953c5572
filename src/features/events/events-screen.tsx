import { CalendarIcon, PlusIcon } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { listEvents } from '#src/api/events-api.ts'
import { useEventOverlay } from '#src/outbox/use-events.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { findReadFreshness } from '#src/query-cache/read-freshness.ts'
import { EVENTS_READ } from '#src/query-cache/saved-read-key.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { useSheetUrl } from '#src/ui/address/use-sheet-url.ts'
import { Button } from '#src/ui/form/button.tsx'
import { EmptyState } from '#src/ui/layout/empty-state.tsx'
import { Skeleton } from '#src/ui/layout/skeleton.tsx'
import { ReadNote } from '#src/ui/reads/read-note.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { EventList } from './event-list.tsx'
import { EventSheet } from './event-sheet.tsx'
import { NEW_EVENT } from './typed-event.ts'

/** A person's own events, upcoming and past, and the form over them. */
export function EventsScreen() {
  const read = useSavedRead({ name: EVENTS_READ, read: listEvents })
  const overlay = useEventOverlay(read.value, read.ackedBefore)
  const { state: outboxState } = useOutboxSnapshot()
  const nowMs = useNow()
  const sheet = useSheetUrl()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const focusHeading = useCallback(() => headingRef.current?.focus(), [])
  const formerIds = useMemo(() => invertMap(overlay.idsNow), [overlay.idsNow])

  const { rows, syncStatuses, idsNow } = overlay
  const freshness = findReadFreshness(read, nowMs)
  const isLoading = read.value === undefined && read.failure === null
  const isKnown = read.value !== undefined && outboxState !== 'loading'
  const openId = sheet.openId && (idsNow.get(sheet.openId) ?? sheet.openId)
  return (
    <>
      <header className="page-header">
        <h2 ref={headingRef} className="page-title" tabIndex={-1}>
          Your events
        </h2>
        <div className="page-actions">
          <Button
            variant="primary"
            icon={<PlusIcon size={16} />}
            onClick={() => sheet.open(NEW_EVENT)}
          >
            New event
          </Button>
        </div>
      </header>
      <ReadNote {...freshness} what="your events" onRetry={read.refetch} />
      {isLoading && (
        <div className="stack">
          <p className="event-heading muted" role="status">
            Loading events...
          </p>
          <Skeleton lines={3} height="9rem" />
        </div>
      )}
      {isKnown && rows.length === 0 && <FirstEvent onMake={() => sheet.open(NEW_EVENT)} />}
      {rows.length > 0 && (
        <EventList
          events={rows}
          syncStatuses={syncStatuses}
          formerIds={formerIds}
          nowMs={nowMs}
          onEdit={sheet.open}
          onGone={focusHeading}
        />
      )}
      {openId && (
        <EventSheet
          key={formerIds.get(openId) ?? openId}
          id={openId}
          formerId={formerIds.get(openId) ?? null}
          event={rows.find(({ id }) => id === openId) ?? null}
          syncStatus={syncStatuses.get(openId)}
          known={read.value ? rows : null}
          isKnown={isKnown}
          freshness={freshness}
          sheet={sheet}
          onRefetch={read.refetch}
        />
      )}
    </>
  )
}

function FirstEvent({ onMake }: { onMake: () => void }) {
  return (
    <EmptyState
      icon={<CalendarIcon size={22} />}
      title="No events yet"
      action={<Button onClick={onMake}>Create your first event</Button>}
    >
      An open house, a site visit, an auction day: what you arrange around a property stands here.
      It works without a network too.
    </EmptyState>
  )
}

/** Inverts the map: from the server's id of an event to the temporary id that this device gave the event. */
function invertMap(idsNow: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...idsNow].map(([former, now]) => [now, former]))
}
