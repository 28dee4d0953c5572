import { MISSING_VALUE } from './text.ts'

// Every date is shown in Indian time with fixed English months: Intl's own en-IN writes 'Sept'.

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** Asia/Kolkata is UTC+5:30 all year round. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

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

/** 'Jun 25', the name of a month in the revenue chart. */
export function formatMonth(year: number, monthIndex: number): string {
  return `${MONTHS[monthIndex]} ${two(year % 100)}`
}

/** The calendar month a moment falls into in India, as 'yyyy-mm'. */
export function indianMonth(date: string | number | Date): string {
  const local = indianTime(date)
  if (!local) throw new RangeError(`not a date: ${String(date)}`)
  return `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}`
}

/** How long ago, in the largest fitting unit: 'just now', '5 min', '3 h', '2 d'. Negative ages count as now. */
export function formatAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'just now'
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}
