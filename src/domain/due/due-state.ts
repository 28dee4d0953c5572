import { formatAge } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'

// Whether a listing is late. Separate from the calendar, because the first screen shows it.

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

/**
 * 'On time', 'Due soon', 'Overdue' or from one hour on 'Overdue 3 h'; null without a due time. Minutes would be cut in the
 * status column at a desk.
 */
export function dueLabel(listing: Due, nowMs: number): string | null {
  const state = dueStateOf(listing, nowMs)
  if (state === null) return null
  const lateMs = nowMs - Date.parse(listing.dueAt ?? '')
  const isCounted = state === 'overdue' && lateMs >= HOUR_MS
  return isCounted ? `${DUE_LABELS.overdue} ${formatAge(lateMs)}` : DUE_LABELS[state]
}

const HOUR_MS = 3_600_000
