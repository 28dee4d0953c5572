import { formatDay, formatTime, indianDay } from '#src/domain/dates.ts'
import type { EventFields } from '#src/domain/event/market-event.ts'

// The screen's texts for an event's time and note.

const NEAR_DAYS: Record<number, string> = { 0: 'Today', 1: 'Tomorrow' }

/** 'Today · Sat 22 Nov', 'Sun 23 Nov'. */
export function formatEventDay(startsAt: string, nowMs: number): string {
  const near = NEAR_DAYS[indianDay(startsAt) - indianDay(nowMs)]
  const day = formatDay(startsAt, nowMs)
  return near ? `${near} · ${day}` : day
}

/** '10:00 – 11:00', with the day if it ends on another day; null without a readable start. */
export function formatEventTime(
  { startsAt, endsAt }: Pick<EventFields, 'startsAt' | 'endsAt'>,
  nowMs: number,
): string | null {
  if (!isTime(startsAt)) return null
  const start = formatTime(startsAt)
  if (!isTime(endsAt)) return start
  const isSameDay = indianDay(startsAt) === indianDay(endsAt)
  const end = formatTime(endsAt)
  return `${start} – ${isSameDay ? end : `${formatDay(endsAt, nowMs)}, ${end}`}`
}

/** 'Sat 22 Nov, 10:00 – 11:00', for places without a day heading. */
export function formatEventDayAndTime(
  event: Pick<EventFields, 'startsAt' | 'endsAt'>,
  nowMs: number,
): string {
  const times = formatEventTime(event, nowMs)
  return times ? `${formatDay(event.startsAt, nowMs)}, ${times}` : NO_TIME
}

export const NO_TIME = 'No date yet'

/** The first non-blank line of a note; null when there is none. */
export function firstLine(note: string | null): string | null {
  const lines = note?.split(/\r\n|\r|\n/) ?? []
  return lines.map((line) => line.trim()).find(Boolean) ?? null
}

function isTime(text: string | null): text is string {
  return text !== null && !Number.isNaN(Date.parse(text))
}
