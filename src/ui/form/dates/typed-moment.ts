const DAY_FIRST = /^(\d{1,2})[\s/.-]?(\d{1,2})[\s/.-]?(\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})$/
/** A day and a time. The keypad of a phone has neither spaces nor colons, so that '051220261430' is also one. */
const DAY_AND_TIME =
  /^(.+?)(?:[\s,T]+|(?<=^\d{8}|^\d{6}))(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i

/**
 * The day that a person typed in the order of India, such as '05/12/2026', '5-12-26' or '05122026', as 'yyyy-mm-dd'; null
 * if it is no day. A pasted 'yyyy-mm-dd' is also a day.
 */
export function readTypedDay(text: string): string | null {
  const typed = text.trim()
  const yearFirst = YEAR_FIRST.exec(typed)
  const [day, month, year] = (
    yearFirst ? [yearFirst[3], yearFirst[2], yearFirst[1]] : (DAY_FIRST.exec(typed) ?? []).slice(1)
  ).map(Number)
  if (!day || !month || year === undefined) return null
  const at = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day))
  // Date.UTC turns 30 February into a day in March.
  const isDay = at.getUTCDate() === day && at.getUTCMonth() === month - 1
  return isDay ? at.toISOString().slice(0, 'yyyy-mm-dd'.length) : null
}

/** A day 'yyyy-mm-dd' as a person types it in India: '05/12/2026'; '' if it is none. */
export function formatTypedDay(day: string): string {
  const parts = YEAR_FIRST.exec(day)
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : ''
}

/**
 * The day and the time that a person typed, such as '05/12/2026 14:30', '5-12-26, 2:30 pm' or '051220261430', as
 * 'yyyy-mm-ddThh:mm'; null if one of them is missing or wrong. An hour alone needs 'am' or 'pm'.
 */
export function readTypedMoment(text: string): string | null {
  const [, dayText = '', hourText, minuteText, half] = DAY_AND_TIME.exec(text.trim()) ?? []
  const day = readTypedDay(dayText)
  if (day === null || (minuteText === undefined && half === undefined)) return null
  const hour = hourOf(Number(hourText), half?.toLowerCase())
  const minute = Number(minuteText ?? 0)
  if (hour === null || minute > 59) return null
  return `${day}T${pad(hour)}:${pad(minute)}`
}

/** A moment 'yyyy-mm-ddThh:mm' as a person types it in India: '05/12/2026 14:30'; '' if it is none. */
export function formatTypedMoment(moment: string): string {
  const [day = '', time] = moment.split('T')
  return time === undefined ? '' : `${formatTypedDay(day)} ${time}`
}

/** The hour from 0 to 23; null if there is no such hour. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
