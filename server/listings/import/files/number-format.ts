import { addLocale, dateFromSerial, format, getFormatDateInfo, getFormatInfo } from 'numfmt'

// Writes the number of a cell as a spreadsheet program shows it.

const DIGITS = 15 // a spreadsheet program keeps and shows no more: 1078.0000000000002 is 1078
/** Numbers of cells have no ambiguous groups: '836,864' could also be two numbers, '836864' cannot. */
const LOCALE = 'xx' // no language has this code
addLocale({ group: '', decimal: '.' }, LOCALE)

const OWN_DIGITS = /^(?:general|@)$/i

const DAY_SECONDS = 86_400
const DAYS_TO_1904 = 1462
const LAST_DAY = 2_958_466 // 1 January 10000: programs show no date from here on
const SHORT_DATE = 'yyyy-mm-dd'
/** The formats that have a number instead of a code (ECMA-376, 18.8.30). Those of East Asia show a date. */
const KNOWN_FORMATS: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: SHORT_DATE,
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: `${SHORT_DATE} h:mm`,
  37: '#,##0;(#,##0)',
  38: '#,##0;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
const EAST_ASIAN_DATES = new Set([27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58])

export interface NumberStyle {
  /** A format's code, or the number of a known format. */
  format: string | number
  is1904: boolean
}

/**
 * The text that a person sees. A date with day, month and year becomes '2026-07-04', with the time if the format shows
 * one, because its digits may have any order. Null if the format cannot show the value, or hides it.
 */
export function showNumber(value: number, style: NumberStyle): string | null {
  const code = codeOf(style.format)
  const date = getFormatDateInfo(code)
  const isDate = date.year || date.month || date.day || date.hours || date.minutes || date.seconds
  if (isDate) return showDate(value, { ...style, format: code })
  // A number with an exponent is cut to few digits on the screen, so its own digits count.
  const isOwn = OWN_DIGITS.test(code) || getFormatInfo(code).type === 'scientific'
  return isOwn ? showDigits(value) : orNull(format(code, value, { locale: LOCALE }))
}

/** ISO 8601 as in cells of the type `d`, which have no time zone. The time stays only if the format shows one. */
export function showIsoDate(text: string, style: NumberStyle): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?$/.exec(text) ?? []
  if (!day) return text
  const { hours, minutes } = getFormatDateInfo(codeOf(style.format))
  return time && (hours || minutes) ? `${day} ${time}` : day
}

function showDate(value: number, { format: code, is1904 }: NumberStyle): string | null {
  // To the nearest second, because 0.7708333333 is 18:30.
  const seconds = Math.round((is1904 ? value + DAYS_TO_1904 : value) * DAY_SECONDS)
  const serial = seconds / DAY_SECONDS
  if (serial < 0 || serial >= LAST_DAY) return null
  const { year, month, day, hours, minutes } = getFormatDateInfo(String(code))
  if (!year || !month || !day) return orNull(format(String(code), serial, { locale: LOCALE }))
  const [y = 0, m = 0, d = 0, h = 0, min = 0] = dateFromSerial(serial)
  const date = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
  return hours || minutes ? `${date} ${two(h)}:${two(min)}` : date
}

function showDigits(value: number): string {
  return String(Number(value.toPrecision(DIGITS)))
}

function codeOf(known: string | number): string {
  if (typeof known === 'string') return known
  return KNOWN_FORMATS[known] ?? (EAST_ASIAN_DATES.has(known) ? SHORT_DATE : 'General')
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
