import { formatAge, formatDay, formatTime } from '#src/domain/dates.ts'
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
const MINUTE_MS = 60_000
const SOON = 3 / 4 // of the working time; of eight hours, two are left

export function dueTimesOf(times: WorkTimes, since: string, hours: number): DueTimes {
  const sinceMs = Date.parse(since)
  const after = (workMs: number) => new Date(addWorkingTime(times, sinceMs, workMs)).toISOString()
  return { dueSoonAt: after(hours * HOUR_MS * SOON), dueAt: after(hours * HOUR_MS) }
}

export const DUE_STATES = ['on-time', 'due-soon', 'overdue'] as const
export type DueState = (typeof DUE_STATES)[number]

export const DUE_LABELS: Readonly<Record<DueState, string>> = {
  'on-time': 'On time',
  'due-soon': 'Due soon',
  overdue: 'Overdue',
}

type Due = Pick<Listing, 'status' | 'dueSoonAt' | 'dueAt'>

/** Null for a listing that waits for no decision, and for one without a due time. */
export function dueStateOf({ status, dueSoonAt, dueAt }: Due, nowMs: number): DueState | null {
  // A copy on a device may be older than due times.
  if (status !== 'pending' || !dueAt) return null
  if (Date.parse(dueAt) <= nowMs) return 'overdue'
  return Date.parse(dueSoonAt ?? dueAt) <= nowMs ? 'due-soon' : 'on-time'
}

/** 'On time', 'Due soon' or 'Overdue 3 h'; null without a due time. */
export function dueLabel(listing: Due, nowMs: number): string | null {
  const state = dueStateOf(listing, nowMs)
  if (state === null) return null
  const lateMs = nowMs - Date.parse(listing.dueAt ?? '')
  const isCounted = state === 'overdue' && lateMs >= MINUTE_MS
  return isCounted ? `${DUE_LABELS.overdue} ${formatAge(lateMs)}` : DUE_LABELS[state]
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
