// Finds phone numbers and e-mail addresses in a text of an owner, even in disguised spellings.

/** Groups of digits with up to five characters between them. */
const RUN = /\+?\d+(?:[\s().\-\u2010-\u2015_*,;:/\\|~'"`&=•·‧∙●]{1,5}\d+)*/gu
/** Characters that also stand between the numbers of a list, a date or a survey. */
const LIST_MARK = /[,;:/\\|~'"`&=•·‧∙●]/u
const MOST_LISTED_GROUPS = 4 // in other sizes than one: a phone number is written in few groups, or in equal ones
const AFTER_CURRENCY = /(?:₹|rs\.?|inr|rupees|price|cost|amount)\s*:?\s*$/iu
const BEFORE_UNIT =
  /^\s*(?:\/-|%|,\d|(?:sq|sft|bhk|rk|lakh|lac|crore|cr|acre|yard|gaj|met|km|rupees|rs|beds?|days?)\b|sq|m²)/iu
const MOBILE = /^[6-9]\d{9}$/
const WITH_PREFIX = /^(?:\+91|0091|091|0|91(?=[6-9]))([1-9]\d{9})$/
const MOST_DIGITS = 14 // characters of the longest form: 0091 and ten digits
const PIN_CODE_DIGITS = 6
const DIGIT_BLOCK = 10 // Unicode has the digits of a script in a row, from zero to nine
/** Digits in circles: the code of one. */
const CIRCLED_ONES = [0x2776, 0x2780, 0x278a, 0x24f5]

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
  const plain = toPlainDigits(text)
  for (const run of plain.matchAll(RUN)) {
    const groups = [...run[0].matchAll(/\+?\d+/g)]
    if (AFTER_CURRENCY.test(plain.slice(0, run.index))) groups.splice(0, countAmountGroups(run[0]))
    if (BEFORE_UNIT.test(plain.slice(run.index + run[0].length))) groups.pop()
    const found = findInGroups(groups, run[0])
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
function findInGroups(groups: readonly RegExpExecArray[], run: string) {
  for (const [first, start] of groups.entries()) {
    const taken: RegExpExecArray[] = []
    let digits = ''
    let longest: { from: number; to: number; digits: string } | null = null
    for (const group of groups.slice(first)) {
      taken.push(group)
      digits += group[0]
      if (digits.length > MOST_DIGITS) break
      const number = readNumber(digits, start[0])
      const to = group.index + group[0].length
      const isNumber = number !== null && !isList(taken, run.slice(start.index, to))
      if (isNumber) longest = { from: start.index, to, digits: number }
    }
    if (longest) return longest
  }
  return null
}

/** Whether groups with commas or slashes between them are several numbers: many of different sizes, or a PIN code first. */
function isList(groups: readonly RegExpExecArray[], written: string): boolean {
  if (!LIST_MARK.test(written)) return false
  if (/^\d{3}\s\d{3}\s*[,;:/]/u.test(written)) return true
  const sizes = new Set(groups.slice(0, -1).map(([group]) => group.length))
  return groups.length > MOST_LISTED_GROUPS && sizes.size > 1
}

/** How many groups the amount has with which a run begins: 95,00,000 or 9,876,543,210. */
function countAmountGroups(run: string): number {
  const [amount = ''] = /^\d+(?:,\d{2,3}(?!\d))*/u.exec(run) ?? []
  return amount.split(',').length
}

/** The number; null also for a group of six digits and four more: they are a PIN code, and a year or a size. */
function readNumber(digits: string, firstGroup: string): string | null {
  if (MOBILE.test(digits)) return firstGroup.length === PIN_CODE_DIGITS ? null : digits
  return WITH_PREFIX.exec(digits)?.[1] ?? null
}

/** Writes the digits of every script as 0 to 9, and leaves out marks on digits and characters without a shape. */
function toPlainDigits(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Nd}\p{No}]/gu, toDigit)
    .normalize('NFC')
}

function toDigit(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const one = CIRCLED_ONES.find((first) => code >= first && code < first + DIGIT_BLOCK - 1)
  if (one !== undefined) return String(code - one + 1)
  if (!/\p{Nd}/u.test(char)) return char
  let zero = code
  while (code - zero < DIGIT_BLOCK - 1 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
