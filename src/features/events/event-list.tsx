import { CalendarIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import { arrangeEvents, type EventDay } from '#src/domain/event/event-order.ts'
import type { MarketEvent } from '#src/domain/event/market-event.ts'
import { groupIndian } from '#src/domain/money.ts'
import type { EventSyncStatus } from '#src/outbox/overlay/event-overlay.ts'
import { useUrlParam } from '#src/ui/address/use-url-param.ts'
import { Button } from '#src/ui/form/button.tsx'
import { downloadCalendar, isExportable } from './calendar-download.ts'
import { EventItem } from './event-item.tsx'
import { formatEventDay, NO_TIME } from './event-messages.ts'

const A_FEW = 3 // up to this many past events are shown without pressing the button

export interface EventListProps {
  events: readonly MarketEvent[]
  syncStatuses: ReadonlyMap<string, EventSyncStatus>
  /** Maps the server's id of an event to the temporary id that this device gave the event. */
  formerIds: ReadonlyMap<string, string>
  nowMs: number
  onEdit: (id: string) => void
  /** Called when an event leaves the list while it has the focus. */
  onGone: () => void
}

/** Upcoming events by day, undated events, and past events. */
export function EventList({ events, ...shared }: EventListProps) {
  const { syncStatuses, nowMs } = shared
  const { coming, undated, past } = arrangeEvents(events, nowMs)
  const forCalendar = coming
    .flatMap((day) => day.events)
    .filter((event) => isExportable(event) && !syncStatuses.get(event.id)?.isLeaving)
  return (
    <>
      <section className="section" aria-labelledby="coming-events">
        <div className="event-heading">
          <h3 id="coming-events" className="section-title">
            Upcoming
          </h3>
          {forCalendar.length > 0 && (
            <Button
              variant="quiet"
              size="small"
              icon={<CalendarIcon size={16} />}
              onClick={() => downloadCalendar(forCalendar, 'Upcoming events')}
            >
              Export upcoming (.ics)
            </Button>
          )}
        </div>
        {coming.length + undated.length === 0 && <p className="muted">Nothing is coming up.</p>}
        {coming.map((day) => (
          <EventGroup
            key={day.day}
            name={formatEventDay(day.startsAt, nowMs)}
            events={day.events}
            {...shared}
          />
        ))}
        {undated.length > 0 && <EventGroup name={NO_TIME} events={undated} {...shared} />}
      </section>
      {past.length > 0 && <PastEvents days={past} {...shared} />}
    </>
  )
}

function PastEvents({
  days,
  ...shared
}: Omit<EventListProps, 'events'> & { days: readonly EventDay[] }) {
  const [word, setParam] = useUrlParam('past')
  const count = days.reduce((sum, day) => sum + day.events.length, 0)
  const isShort = count <= A_FEW
  const isShown = isShort || word === 'shown'
  return (
    <section className="section" aria-labelledby="past-events">
      <div className="event-heading">
        <h3 id="past-events" className="section-title">
          Past
        </h3>
        {!isShort && (
          <Button
            variant="quiet"
            size="small"
            icon={isShown ? <ChevronUpIcon size={16} /> : <ChevronDownIcon size={16} />}
            aria-expanded={isShown}
            onClick={() => setParam(isShown ? '' : 'shown')}
          >
            {isShown ? 'Hide past events' : `Show ${groupIndian(count)} past events`}
          </Button>
        )}
      </div>
      {(isShown ? days : keepUnsynced(days, shared.syncStatuses)).map((day) => (
        <EventGroup
          key={day.day}
          name={formatEventDay(day.startsAt, shared.nowMs)}
          events={day.events}
          {...shared}
        />
      ))}
    </section>
  )
}

/** Keeps the past events with a sync status: they are visible even while the others are hidden. */
function keepUnsynced(
  days: readonly EventDay[],
  syncStatuses: EventListProps['syncStatuses'],
): EventDay[] {
  return days
    .map((day) => ({ ...day, events: day.events.filter(({ id }) => syncStatuses.has(id)) }))
    .filter(({ events }) => events.length > 0)
}

function EventGroup({
  name,
  events,
  syncStatuses,
  formerIds,
  ...shared
}: EventListProps & { name: string }) {
  return (
    <div className="event-day">
      <h4 className="event-day-name">{name}</h4>
      <ul className="event-day-list">
        {events.map((event) => (
          <EventItem
            // The key stays the same when the server assigns an id, so that the focus stays.
            key={formerIds.get(event.id) ?? event.id}
            event={event}
            syncStatus={syncStatuses.get(event.id)}
            {...shared}
          />
        ))}
      </ul>
    </div>
  )
}
