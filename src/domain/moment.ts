import * as v from 'valibot'

const DAY_CHARS = 'yyyy-mm-dd'.length
const NOT_A_TIME = 'Enter a date and a time.'
const NOT_A_DAY = 'Enter a date.'

/** Any ISO 8601 timestamp, normalised to UTC with milliseconds. */
export const MomentSchema = v.pipe(
  v.string(NOT_A_TIME),
  v.isoTimestamp(NOT_A_TIME),
  v.check((text) => !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, DAY_CHARS)), NOT_A_TIME),
  v.transform((text) => new Date(text).toISOString()),
)

/** A calendar day, such as '2026-07-04'. */
export const DaySchema = v.pipe(
  v.string(NOT_A_DAY),
  v.regex(/^\d{4}-\d\d-\d\d$/, NOT_A_DAY),
  v.check((text) => isDay(text), NOT_A_DAY),
)

/** Also refuses days such as 31 February, which Node reads as a day in March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
