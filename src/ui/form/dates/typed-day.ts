const DAY_FIRST = /^(\d{1,2})[\s/.-]?(\d{1,2})[\s/.-]?(\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})$/

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
