import { toPlainDigits } from './cell-text.ts'

// Reads numbers as they are written in India. A text that has another meaning, or none, is not read: '40-45 Lac',
// '980,50', '45%', '(500)', '91 sq m'.

const RUPEES = /^(?:₹|rs\.?|inr|रु\.?|रू\.?)\s*/i
const AFTER_RUPEES = /(?: ?(?:\/-|\/=|only|rupees|रुपये)\.?)+$/i
const PER_MONTH = /\s*(?:(?:\/|per\b|a\b)\s*month|p\.?m\.?)$/i
const SQUARE_FEET = /\s*(?:sq\.? ?(?:ft|feet|foot)\.?|sqft\.?|sft\.?|square (?:ft|feet|foot)|ft²)$/i
const BEDROOMS = /\s*(?:bhk|bed(?:room)?s?)$/i
const BEDS = /\s*beds?$/i
const SCALES: readonly (readonly [suffix: RegExp, zeros: number])[] = [
  [/\s*(?:cr|crs|crore|crores|करोड़|करोड)\.?$/iu, 7],
  [/\s*(?:l|lac|lacs|lakh|lakhs|लाख)\.?$/iu, 5],
  [/\s*(?:k|thousand)$/iu, 3],
]
const DIGITS = 15 // a spreadsheet program shows no more of a number: 1078.0000000000002 is 1078
const PLAIN = /^\d+(?:\.\d+)?$/
const EXPONENT = /^\d+(?:\.\d+)?e[+-]?\d{1,2}$/i
const INDIAN_GROUPS = /^[1-9]\d?(?:,\d\d)*,\d{3}(?:\.\d+)?$/
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
/** '836,864' may be two areas: an Indian writes the number 8,36,864. */
const MAYBE_TWO_NUMBERS = /^\d{3}[, ]\d{3}$/

/** Rupees: '₹ 45,00,000/-', 'Rs. 45 Lakhs', '1.25 Cr', '45K', '4.5E7'. */
export function readAmount(text: string): number | undefined {
  const plain = toPlainDigits(text).replace(RUPEES, '').replace(AFTER_RUPEES, '')
  const scale = SCALES.find(([suffix]) => suffix.test(plain))
  if (!scale) return readPlainNumber(plain)
  const [suffix, zeros] = scale
  const scaled = readPlainNumber(plain.replace(suffix, ''))
  // As a text, because 45.55 * 100000 is 4554999.9999999995.
  return scaled === undefined ? undefined : roundDigits(Number(`${scaled}e${zeros}`))
}

/** Rupees per month: '₹ 32,000 / month', '32K pm'. */
export function readRent(text: string): number | undefined {
  return readAmount(toPlainDigits(text).replace(PER_MONTH, ''))
}

/** Square feet: '1,250 sq ft', '980'. */
export function readArea(text: string): number | undefined {
  const plain = toPlainDigits(text).replace(SQUARE_FEET, '')
  return MAYBE_TWO_NUMBERS.test(plain) ? undefined : readPlainNumber(plain)
}

export function readBedrooms(text: string): number | undefined {
  return readPlainNumber(toPlainDigits(text).replace(BEDROOMS, ''))
}

export function readBeds(text: string): number | undefined {
  return readPlainNumber(toPlainDigits(text).replace(BEDS, ''))
}

/** Never returns NaN or Infinity. Groups of digits are divided by commas, or all of them by spaces. */
function readPlainNumber(text: string): number | undefined {
  const grouped = text.includes(',') ? text : text.replaceAll(' ', ',')
  const isGrouped = INDIAN_GROUPS.test(grouped) || THOUSANDS.test(grouped)
  if (!isGrouped && !PLAIN.test(text) && !EXPONENT.test(text)) return undefined
  return roundDigits(Number(grouped.replaceAll(',', '')))
}

function roundDigits(value: number): number | undefined {
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : undefined
}
