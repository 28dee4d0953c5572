import { formatDay, formatTime } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  addWorkingTime,
  listClosedDays,
  type WorkCalendar,
  type WorkTimes,
  workTimesOf,
} from './work-calendar.ts'

// The time by which a submission should be decided. The server stores it, so that lists, filters and devices without a
// network only compare times.

/** As ISO 8601 in UTC. */
export interface DueTimes {
  /** In the last quarter of the time, the listing is due soon. */
  dueSoonAt: string
  dueAt: string
}

const HOUR_MS = 3_600_000
const SOON = 3 / 4 // of the working time; of eight hours, two are left

export function dueTimesOf(times: WorkTimes, since: string, hours: number): DueTimes {
  const sinceMs = Date.parse(since)
  const after = (workMs: number) => new Date(addWorkingTime(times, sinceMs, workMs)).toISOString()
  return { dueSoonAt: after(hours * HOUR_MS * SOON), dueAt: after(hours * HOUR_MS) }
}

const MOST_NAMED = 4 // closed days that a sentence names

/**
 * Why the listing is due when it is, in one sentence: when it arrived, how many working hours it has, and which closed days
 * lie between. Null without a due time.
 */
export function explainDue(
  { waitsSince, dueAt }: Pick<Listing, 'waitsSince' | 'dueAt'>,
  { calendar, hours }: { calendar: WorkCalendar; hours: number },
  nowMs: number,
): string | null {
  if (!waitsSince || !dueAt) return null
  const closed = listClosedDays(workTimesOf(calendar), Date.parse(waitsSince), Date.parse(dueAt))
  const working = `${hours} working ${hours === 1 ? 'hour' : 'hours'}`
  const [arrived, due] = [sayMoment(waitsSince, nowMs), sayMoment(dueAt, nowMs)]
  return `Arrived in the queue on ${arrived}, and ${working} later is ${due}${sayClosed(closed, nowMs)}.`
}

function sayMoment(at: string, nowMs: number): string {
  return `${formatDay(at, nowMs)}, ${formatTime(at)}`
}

function sayClosed(days: readonly number[], nowMs: number): string {
  if (days.length === 0) return ''
  if (days.length > MOST_NAMED) return `; the desk is closed on ${days.length} days in between`
  const names = days.map((day) => formatDay(day, nowMs))
  const last = names.pop() ?? ''
  return `; the desk is closed on ${[names.join(', '), last].filter(Boolean).join(' and ')}`
}
