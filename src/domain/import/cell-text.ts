// Texts of cells as a person sees them: without marks that nobody sees, and with one form of each digit.

/**
 * Characters without a shape: soft hyphen, zero-width space, direction marks, word joiner, BOM. Copied text carries
 * them. ZWNJ and ZWJ (U+200C, U+200D) shape Indian scripts and emoji, so they stay between visible characters.
 */
const MARKS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const JOINERS = /[\u200c\u200d]/g
const ENDS = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g
const HYPHENS = /[\u2010\u2011]/g
const DECIMAL_OF_A_PROGRAM = /^(\d+)\.0+$/
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0 // from '\uff01' to '!'
const DIGIT = /\p{Nd}/gu

/** The visible text: trimmed, in NFC, without characters that have no shape. */
export function readCellText(cell: string): string {
  return cell.replace(MARKS, '').replace(ENDS, '').normalize('NFC')
}

/**
 * A site's name for a listing. Two references that look the same are the same: every space is a plain one, and the
 * hyphens U+2010 and U+2011 are '-'.
 */
export function cleanReference(text: string): string {
  return readCellText(text).replace(JOINERS, '').replace(/\s+/g, ' ').replace(HYPHENS, '-')
}

/** The text of a number or date: no marks, ASCII digits and punctuation, plain spaces. */
export function toPlainDigits(text: string): string {
  return readCellText(text)
    .replace(JOINERS, '')
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(DIGIT, toAsciiDigit)
    .replace(HYPHENS, '-')
    .replace(/\s+/g, ' ')
}

/** '1001.0', as programs write the whole number of a column that may have decimals, is '1001'. */
export function dropZeroDecimals(text: string): string {
  return text.replace(DECIMAL_OF_A_PROGRAM, '$1')
}

/** Unicode has the digits of a script in a row, from its zero; the rows of some scripts follow each other without a gap. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}
