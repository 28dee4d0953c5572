const MOST_CHARS = 200 // far above a name; PostgreSQL's index takes 2,700 bytes
const ACCENTS = /[\u0300-\u036f]/g
const NUMBER = /\d+/g
const CODE_OF_ZERO = 0x30
const MOST_DIGITS = 9 // longer numbers are compared digit by digit

/**
 * By what a text is sorted, in a table of this app and on the server, which stores it for names. Two keys are compared by
 * code points, as both databases do. Case, accents of Latin letters and the code points of the same letter make no
 * difference, and 'Flat 9' comes before 'Flat 10'. Null for a missing or blank text.
 */
export function sortKeyOf(text: string | null | undefined): string | null {
  const key = (text ?? '')
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(NUMBER, writeNumber)
  // Cut by code points: half of a pair is no text for a database.
  return [...key].slice(0, MOST_CHARS).join('') || null
}

/** A number after its length, so that longer ones come later. */
function writeNumber(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  return String.fromCharCode(CODE_OF_ZERO + Math.min(plain.length, MOST_DIGITS)) + plain
}
