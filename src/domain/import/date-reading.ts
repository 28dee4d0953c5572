import { toPlainDigits } from './cell-text.ts'

// Reads days and times that have one meaning. Of a day in digits, the day comes first, as in India; '04/11/26' may
// begin with the day, the month or the year, so it is not read.

const MARKET_ZONE = '+05:30' // sheets have no time zones; India has a single one
const MARKET_OFFSET_MS = 5.5 * 3_600_000
const DAY_CHARS = 'yyyy-mm-dd'.length
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH_NAMES =
  'january february march april may june july august september october november december sept'.split(
    ' ',
  )
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const IN_DIGITS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const DAY_MONTH_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+([a-z]{3,9})\.?,?[-/. ]+(\d{4}|\d\d)$/i
const MONTH_NAME_DAY = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
const CENTURY = 2000 // a listing's dates lie ahead: 26 is 2026
const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.0+)?)?(?: ?([ap])\.?m\.?)?$/i
const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i

/**
 * The separators of dates in digits that a column writes with the month first, as '11/25/2026' shows. A date such
 * as '05/06/2027' with the same separator then has two meanings. Both are refused, so that they stay together in the
 * file of refused rows.
 */
export type MonthFirst = ReadonlySet<string>
export const DAY_FIRST: MonthFirst = new Set()

/** The separator of a date that can only begin with its month; null for any other text. */
export function findMonthFirst(text: string): string | null {
  const [, first = '', separator = '', second = ''] =
    IN_DIGITS.exec(splitDay(toPlainDigits(text)).day) ?? []
  return Number(second) > 12 && Number(first) <= 12 ? separator : null
}

/** A calendar day as '2026-07-04'. A time of 00:00 is ignored; a zone must not change the day. */
export function readDay(text: string, monthFirst = DAY_FIRST): string | undefined {
  const plain = toPlainDigits(text)
  if (WITH_ZONE.test(plain)) return readDayWithZone(plain)
  const { day, time } = splitDay(plain)
  return time === null || isMidnight(time) ? readDayAlone(day, monthFirst) : undefined
}

/** A moment as ISO 8601 with its zone, which is India's unless the text has one. */
export function readMoment(text: string, monthFirst = DAY_FIRST): string | undefined {
  const plain = toPlainDigits(text)
  if (WITH_ZONE.test(plain)) return plain.replace(' ', 'T')
  const { day, time } = splitDay(plain)
  const at = readDayAlone(day, monthFirst)
  const clock = time === null ? undefined : readTime(time)
  return at && clock ? `${at}T${clock}${MARKET_ZONE}` : undefined
}

function splitDay(plain: string): { day: string; time: string | null } {
  const found = /^(.*?)(?:,? |T)(\d{1,2}:.*)$/i.exec(plain)
  const [, day = plain, time = null] = found ?? []
  return { day, time }
}

function readDayAlone(text: string, monthFirst: MonthFirst): string | undefined {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year && month && day) return toDay(year, month, day)
  const [, first, separator = '', second, ofYear] = IN_DIGITS.exec(text) ?? []
  if (first && second && ofYear) {
    const isOne = Number(first) > 12 || first === second || !monthFirst.has(separator)
    return isOne ? toDay(ofYear, second, first) : undefined
  }
  return readNamedDay(text)
}

function readNamedDay(text: string): string | undefined {
  const [, day, month, year] = DAY_MONTH_NAME.exec(text) ?? []
  if (day && month && year) return toDay(year, findMonth(month), day)
  const [, name, ofMonth, ofYear] = MONTH_NAME_DAY.exec(text) ?? []
  return name && ofMonth && ofYear ? toDay(ofYear, findMonth(name), ofMonth) : undefined
}

function findMonth(name: string): string {
  const word = name.toLowerCase()
  const isKnown = MONTHS.includes(word) || MONTH_NAMES.includes(word)
  return isKnown ? String(MONTHS.indexOf(word.slice(0, 3)) + 1) : ''
}

/** Undefined for a day that does not exist, such as 31 February, which Node reads as a day in March. */
function toDay(year: string, month: string, day: string): string | undefined {
  const fullYear = year.length === 2 ? String(CENTURY + Number(year)) : year
  const text = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? text : undefined
}

function readDayWithZone(plain: string): string | undefined {
  const moment = Date.parse(plain.replace(' ', 'T'))
  if (Number.isNaN(moment)) return undefined
  const day = plain.slice(0, DAY_CHARS)
  const inIndia = new Date(moment + MARKET_OFFSET_MS).toISOString().slice(0, DAY_CHARS)
  return day === inIndia ? day : undefined
}

function isMidnight(time: string): boolean {
  return readTime(time) === '00:00:00'
}

/** '18:30:00' of '18:30', '6:30 PM' or '18:30:00'. */
function readTime(text: string): string | undefined {
  const [, hour = '', minute = '', second = '00', half] = TIME.exec(text) ?? []
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const isTime = hour !== '' && hours < 24 && Number(minute) < 60 && Number(second) < 60
  const isOfHalf = !half || (Number(hour) >= 1 && Number(hour) <= 12)
  return isTime && isOfHalf ? `${String(hours).padStart(2, '0')}:${minute}:${second}` : undefined
}
