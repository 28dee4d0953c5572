import { countNoun } from './money.ts'
import { MISSING_VALUE } from './text.ts'

// Every date is shown in Indian time with fixed English month names, because Intl's en-IN writes 'Sept'.

const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** Asia/Kolkata is UTC+5:30 all year round. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const INPUT_CHARS = 'yyyy-mm-ddThh:mm'.length

function indianTime(date: string | number | Date | null | undefined): Date | null {
  if (date === null || date === undefined || date === '') return null
  const time = new Date(date).getTime()
  return Number.isNaN(time) ? null : new Date(time + INDIA_OFFSET_MS)
}

const two = (value: number) => String(value).padStart(2, '0')

/** '17 Jun 25'; a missing or unreadable date is '-'. */
export function formatDate(date: string | number | Date | null | undefined): string {
  const local = indianTime(date)
  if (!local) return MISSING_VALUE
  const month = MONTHS[local.getUTCMonth()]
  return `${two(local.getUTCDate())} ${month} ${two(local.getUTCFullYear() % 100)}`
}

/** '14:05', Indian time; '-' when missing. */
export function formatTime(date: string | number | Date | null | undefined): string {
  const local = indianTime(date)
  return local ? `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}` : MISSING_VALUE
}

/** '17 Jun 25, 14:05', Indian time; '-' when missing. */
export function formatDateTime(date: string | number | Date | null | undefined): string {
  return indianTime(date) ? `${formatDate(date)}, ${formatTime(date)}` : MISSING_VALUE
}

/** 'Sat 22 Nov', with the year if it differs from that of `nowMs`; '-' when missing. */
export function formatDay(date: string | number | Date | null | undefined, nowMs: number): string {
  const local = indianTime(date)
  if (!local) return MISSING_VALUE
  const day = `${WEEKDAYS[local.getUTCDay()]} ${two(local.getUTCDate())} ${MONTHS[local.getUTCMonth()]}`
  const year = local.getUTCFullYear()
  return year === indianTime(nowMs)?.getUTCFullYear() ? day : `${day} ${year}`
}

/** The calendar day of a moment in India, as the number of days since 1 January 1970. */
export function indianDay(date: string | number | Date): number {
  const local = indianTime(date)
  if (!local) throw new RangeError(`not a date: ${String(date)}`)
  return Math.floor(local.getTime() / DAY_MS)
}

/** The moment, as ISO 8601 in UTC, at which the day of another moment began in India. */
export function startOfIndianDay(date: string | number | Date): string {
  return new Date(indianDay(date) * DAY_MS - INDIA_OFFSET_MS).toISOString()
}

/** '2025-11-22T10:00', Indian time, for a datetime-local input; '' when missing. */
export function toIndianInput(date: string | number | Date | null | undefined): string {
  return indianTime(date)?.toISOString().slice(0, INPUT_CHARS) ?? ''
}

/** Converts a datetime-local value in Indian time to ISO 8601 in UTC; null for an invalid time. */
export function fromIndianInput(text: string): string | null {
  const local = Date.parse(`${text}Z`)
  if (Number.isNaN(local)) return null
  const moment = new Date(local - INDIA_OFFSET_MS).toISOString()
  // Date.parse turns 30 February into a day in March; only a valid date converts back to the same text.
  return toIndianInput(moment) === text.slice(0, INPUT_CHARS) ? moment : null
}

/** The calendar day of a moment in India, as 'yyyy-mm-dd'. */
export function indianDate(date: string | number | Date): string {
  return toIndianInput(date).slice(0, 'yyyy-mm-dd'.length)
}

/** 'Jun 25', the name of a month in the revenue chart. */
export function formatMonth(year: number, monthIndex: number): string {
  return `${MONTHS[monthIndex]} ${two(year % 100)}`
}

/** The calendar month of a moment in India, as 'yyyy-mm'. */
export function indianMonth(date: string | number | Date): string {
  const local = indianTime(date)
  if (!local) throw new RangeError(`not a date: ${String(date)}`)
  return `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}`
}

/** An age in the largest fitting unit: 'just now', '5 min', '3 h', '2 d'. Negative ages count as now. */
export function formatAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'just now'
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}

/** '12 s', '2 min 5 s'. */
export function formatCountdown(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/** An age in whole words: '13 days', '1 hour', '5 minutes'; below a minute, 'less than a minute'. */
export function formatAgeInWords(ageMs: number): string {
  const units = [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
  ] as const
  for (const [unitMs, name] of units) {
    const count = Math.floor(ageMs / unitMs)
    if (count >= 1) return countNoun(count, name)
  }
  return 'less than a minute'
}
