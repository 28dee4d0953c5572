// Finds phone numbers and e-mail addresses in a text of an owner, even in disguised spellings.

/** Groups of digits with up to three characters between them. */
const RUN = /\+?\d+(?:[\s().\-\u2010-\u2015_*]{1,3}\d+)*/gu
const AFTER_CURRENCY = /(?:₹|rs\.?|inr|rupees)\s*$/iu
const BEFORE_UNIT =
  /^\s*(?:\/-|%|,\d|(?:sq|sft|bhk|rk|lakh|lac|crore|cr|acre|yard|gaj|met|km|rupees|rs|beds?|days?)\b|sq|m²)/iu
const MOBILE = /^[6-9]\d{9}$/
const WITH_PREFIX = /^(?:\+91|0091|091|0|91(?=[6-9]))([1-9]\d{9})$/
const MOST_DIGITS = 14 // characters of the longest form: 0091 and ten digits
const PIN_CODE_DIGITS = 6
const DEVANAGARI_ZERO = 0x966

const EMAILS = [
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/u,
  // Also matches "(at)" and "dot". The ending ".in" is not matched here, because "In" may begin the next sentence.
  /(?<![\w.+-])[\w.+-]{1,64}\s?(?:@|[([{]\s?at\s?[)\]}])\s?[\w-]{1,63}\s?(?:\.|[([{]?\s?dot\s?[)\]}]?)\s?(?:com|co|net|org)\b/iu,
  /(?<![\w.+-])[\w.+-]{1,64}\sat\s[\w-]{1,63}\sdot\s(?:com|in|co|net|org)\b/iu,
  /(?<![\w.+-])[\w.+-]{1,64}\sat\s(?:gmail|yahoo|hotmail|outlook|rediffmail|icloud)\b/iu,
]

export interface FoundPhone {
  /** The number as the text spells it. */
  text: string
  /** Ten digits. */
  digits: string
}

/**
 * The first Indian phone number in a text: ten digits that begin with 6 to 9, or with 1 to 9 after
 * +91 or 0, in any groups. Skips amounts of money, sizes and PIN codes.
 */
export function findPhone(text: string): FoundPhone | null {
  const plain = text.normalize('NFKC').replace(/[०-९]/gu, toDigit)
  for (const run of plain.matchAll(RUN)) {
    const groups = [...run[0].matchAll(/\+?\d+/g)]
    if (AFTER_CURRENCY.test(plain.slice(0, run.index))) groups.shift()
    if (BEFORE_UNIT.test(plain.slice(run.index + run[0].length))) groups.pop()
    const found = findInGroups(groups)
    if (found) {
      const { from, to, digits } = found
      // No-break spaces prevent line breaks between the groups.
      return { text: run[0].slice(from, to).replace(/\s/g, '\u00a0'), digits }
    }
  }
  return null
}

/** The first e-mail address in a text, also one with "at" and "dot" in words. */
export function findEmail(text: string): string | null {
  const plain = text.normalize('NFKC')
  for (const pattern of EMAILS) {
    const [found] = pattern.exec(plain) ?? []
    if (found !== undefined) return found
  }
  return null
}

/** Prefers the longest number, because the prefix 91 with only eight more digits already looks like a number. */
function findInGroups(groups: readonly RegExpExecArray[]) {
  for (const [first, start] of groups.entries()) {
    let digits = ''
    let longest: { from: number; to: number; digits: string } | null = null
    for (const group of groups.slice(first)) {
      digits += group[0]
      if (digits.length > MOST_DIGITS) break
      const number = readNumber(digits, start[0])
      const to = group.index + group[0].length
      if (number !== null) longest = { from: start.index, to, digits: number }
    }
    if (longest) return longest
  }
  return null
}

/** The number; null also for a group of six digits and four more: they are a PIN code, and a year or a size. */
function readNumber(digits: string, firstGroup: string): string | null {
  if (MOBILE.test(digits)) return firstGroup.length === PIN_CODE_DIGITS ? null : digits
  return WITH_PREFIX.exec(digits)?.[1] ?? null
}

function toDigit(devanagari: string): string {
  return String(devanagari.charCodeAt(0) - DEVANAGARI_ZERO)
}
