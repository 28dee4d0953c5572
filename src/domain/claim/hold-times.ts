import { formatTime, startOfIndianDay } from '#src/domain/dates.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EVENING_HOUR = 18 // the end of an office day
const MORNING_HOUR = 9
const SOON_MS = HOUR_MS / 2 // an evening that is so near is no time to wait for an answer

export interface HoldTime {
  label: string
  /** ISO 8601 in UTC. */
  until: string
}

/** The times that are offered for a hold: in an hour, this evening unless it is near or over, tomorrow morning. */
export function listHoldTimes(nowMs: number): HoldTime[] {
  const atHour = (dayMs: number, hour: number) =>
    Date.parse(startOfIndianDay(dayMs)) + hour * HOUR_MS
  const evening = atHour(nowMs, EVENING_HOUR)
  const morning = atHour(nowMs + DAY_MS, MORNING_HOUR)
  const toTime = (label: string, ms: number) => ({ label, until: new Date(ms).toISOString() })
  return [
    toTime('1 hour', nowMs + HOUR_MS),
    ...(evening - nowMs > SOON_MS ? [toTime(`This evening, ${formatTime(evening)}`, evening)] : []),
    toTime(`Tomorrow, ${formatTime(morning)}`, morning),
  ]
}
