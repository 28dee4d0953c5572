import * as v from 'valibot'

/** The text for a missing name (specification, section 9). */
export const MISSING_NAME = 'N/A'
/** The text that a table shows for any other missing value. */
export const MISSING_VALUE = '-'

/** A text field on the wire: numbers become text, any other value counts as missing. */
export const WireText = v.fallback(
  v.nullish(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((value) => String(value).trim() || null),
    ),
    null,
  ),
  null,
)

/** Characters not allowed in a line: control characters, line separators, lone surrogates, bidirectional controls. */
const NOT_OF_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A required line of text: trimmed, normalised to NFC, with at least one visible character. Zero-width joiners are
 * allowed, because Indian scripts use them.
 */
export function LineSchema(whenEmpty: string, maxChars: number) {
  return v.pipe(
    v.string(whenEmpty),
    v.trim(),
    v.regex(VISIBLE, whenEmpty),
    v.maxLength(maxChars, `Use at most ${maxChars.toLocaleString('en-IN')} characters.`),
    v.check(
      (text) => !NOT_OF_A_LINE.test(text),
      'Leave out line breaks and characters that cannot be seen.',
    ),
    v.transform((text) => text.normalize('NFC')),
  )
}

/**
 * Text of several lines. Control and direction characters, which cannot be seen but can reorder the text around them,
 * are left out; everything that can be seen stays as it was typed.
 */
export function TextSchema(whenNotText: string, maxChars: number) {
  const tooLong = `Use at most ${maxChars.toLocaleString('en-IN')} characters.`
  return v.pipe(v.string(whenNotText), v.maxLength(maxChars, tooLong), LeaveOutInvisible)
}

export const LeaveOutInvisible = v.transform(leaveOutInvisible)

const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/gu
/** Control and direction characters, other characters without a shape, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Tabs, line breaks, joiners, and the selectors and tags that emoji consist of. */
const SHAPING = /[\t\n\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}]/u
/** Joiners shape the letters of Indian scripts, and join emoji. Elsewhere they do nothing. */
const LOOSE_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}])\p{Join_Control}+/gu
const LOOSE_TAGS = /(?<![\p{Extended_Pictographic}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]+/gu

/** The text without control and direction characters; line breaks of every kind become line feeds. */
export function leaveOutInvisible(text: string): string {
  return text
    .replace(LINE_BREAK, '\n')
    .replace(INVISIBLE, (char) => (SHAPING.test(char) ? char : ''))
    .replace(LOOSE_JOINER, '')
    .replace(LOOSE_TAGS, '')
}

/** The display ID: the last six characters of the record id, upper case (section 9). */
export function displayId(id: string | null): string {
  return id ? id.slice(-6).toUpperCase() : MISSING_VALUE
}

/** The display text of a name; 'N/A' for a blank or missing name. */
export function displayName(name: string | null | undefined): string {
  return name?.trim() || MISSING_NAME
}

/** The display text of any other value; '-' for a blank or missing value. */
export function displayValue(value: string | null | undefined): string {
  return value?.trim() || MISSING_VALUE
}

/**
 * The words of a query or of a text, as the panel and the server compare them: lower case, and in NFC, because a
 * keyboard may write a letter such as क़ as one code point or as two.
 */
export function searchWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** The rows whose text contains every word of a query (`searchWords`), in the given order. */
export function findWords<Row>(
  rows: readonly Row[],
  query: string,
  textsOf: (row: Row) => readonly (string | null | undefined)[],
): readonly Row[] {
  const words = searchWords(query)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = foldText(textsOf(row).filter(Boolean).join(' '))
    return words.every((word) => text.includes(word))
  })
}
