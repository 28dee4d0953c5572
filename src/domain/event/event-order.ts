import { indianDay } from '#src/domain/dates.ts'
import type { MarketEvent } from './market-event.ts'

// Orders events for display: upcoming events first, past events last.

/** Events that begin on one day in India. */
export interface EventDay {
  /** The number of the day, from `indianDay`. */
  day: number
  /** The start of the first event in `events`. */
  startsAt: string
  events: MarketEvent[]
}

export interface EventsInOrder {
  /** Upcoming events, soonest first, including those in progress. */
  coming: EventDay[]
  /** Events without a readable start, in the given order. */
  undated: MarketEvent[]
  /** Past events, the latest first. */
  past: EventDay[]
}

/** Sorts events by start, then by title, then by the given order. */
export function arrangeEvents(events: readonly MarketEvent[], nowMs: number): EventsInOrder {
  const dated = events
    .filter((event) => startOf(event) !== null)
    .sort((a, b) => compareStarts(a, b) || compareTitles(a, b))
  const past = dated.filter((event) => isPast(event, nowMs))
  return {
    coming: groupByDay(dated.filter((event) => !isPast(event, nowMs))),
    undated: events.filter((event) => startOf(event) === null),
    past: groupByDay(past.sort((a, b) => compareStarts(b, a) || compareTitles(a, b))),
  }
}

/** Whether the event's end, or its start if it has no end, is in the past. */
export function isPast(event: Pick<MarketEvent, 'startsAt' | 'endsAt'>, nowMs: number): boolean {
  const start = startOf(event)
  if (start === null) return false
  return Math.max(start, readTime(event.endsAt) ?? start) < nowMs
}

function startOf({ startsAt }: Pick<MarketEvent, 'startsAt'>): number | null {
  return readTime(startsAt)
}

/** Null for an invalid time, which other clients may send. */
function readTime(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time
}

function compareStarts(a: MarketEvent, b: MarketEvent): number {
  return (startOf(a) ?? 0) - (startOf(b) ?? 0)
}

function compareTitles(a: MarketEvent, b: MarketEvent): number {
  return (a.title ?? '').localeCompare(b.title ?? '', 'en')
}

function groupByDay(events: readonly MarketEvent[]): EventDay[] {
  const days: EventDay[] = []
  for (const event of events) {
    if (event.startsAt === null) continue
    const day = indianDay(event.startsAt)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, startsAt: event.startsAt, events: [event] })
  }
  return days
}
