import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Tables } from './schema.ts'

// How a text is searched: every word of the query must be somewhere in it, whatever the case, as the panel's own filter has
// it (src/domain/text.ts). Words are found by their trigrams; one or two characters make none, so they must begin a word:
// every word of the text stands after two blanks, and with those before them they are three characters too.

export type WordsTable = 'listing_words' | 'member_words' | 'loan_words'

/** The virtual tables of the embedded database that know which trigram is in which row. */
export const GRAMS_OF: Record<WordsTable, string> = {
  listing_words: 'listing_grams',
  member_words: 'member_grams',
  loan_words: 'loan_grams',
}

const BEFORE_WORD = '  '
const GRAM_CHARS = 3
// Of one query: each costs a walk along all rows that have it, and what they leave is compared with the whole words anyway.
const MOST_GRAMS = 4

export function toListingWords(listing: {
  name: string | null
  city: string
  pincode: string
  ownerName: string | null
}): string {
  return toSearchText([listing.name, listing.city, listing.pincode, listing.ownerName])
}

export function toMemberWords(member: {
  fullName: string | null
  email: string
  phoneNumber: string | null
}): string {
  return toSearchText([member.fullName, member.email, ...phoneTexts(member.phoneNumber)])
}

export function toLoanWords(applicant: {
  fullName: string | null
  phoneNumber: string | null
}): string {
  return toSearchText([applicant.fullName, ...phoneTexts(applicant.phoneNumber)])
}

/** What a text must contain to be found, each of at least three characters; none for a query of blanks. */
export function readPatterns(query: string): string[] {
  const patterns = wordsOf(query).map((word) => {
    const missing = Math.max(0, GRAM_CHARS - [...word].length)
    return ' '.repeat(missing) + word
  })
  return [...new Set(patterns)]
}

export function containsAll(
  db: Kysely<Tables>,
  text: RawBuilder<unknown>,
  patterns: readonly string[],
): RawBuilder<boolean> {
  const find = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  return sql.join(
    patterns.map((pattern) => sql`${find}(${text}, ${pattern}) > 0`),
    sql` and `,
  )
}

/** Selects the `id` of every row with all patterns, by the trigram index. */
export function selectFound(
  db: Kysely<Tables>,
  table: WordsTable,
  patterns: readonly string[],
): RawBuilder<{ id: string }> {
  const from = sql.table(table)
  const chosen = chooseGrams(patterns)
  if (isPostgres(db)) {
    const likes = chosen.map((gram) => sql`text like ${`%${escapeLike(gram)}%`}`)
    return sql`select id from ${from}
      where ${sql.join(likes, sql` and `)} and ${containsAll(db, sql`text`, patterns)}`
  }
  const grams = sql.table(GRAMS_OF[table])
  const query = chosen.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' ')
  return sql`select id from ${from}
    where n in (select rowid from ${grams} where ${grams} match ${query})
      and ${containsAll(db, sql`text`, patterns)}`
}

function toSearchText(fields: readonly (string | null)[]): string {
  return wordsOf(fields.filter(Boolean).join(' '))
    .map((word) => BEFORE_WORD + word)
    .join('')
}

// The number as it is written and bare of its spaces and dashes, so that either way of writing one finds it.
function phoneTexts(phone: string | null): (string | null)[] {
  return [phone, phone?.replace(/[^\d+]/g, '') ?? null]
}

// No stored text has a NUL and no database takes one: it stands as the sign of a character that is none.
function wordsOf(text: string): string[] {
  const plain = text.replaceAll('\0', '\ufffd').normalize('NFC')
  return plain.toLowerCase().split(/\s+/).filter(Boolean)
}

function chooseGrams(patterns: readonly string[]): string[] {
  const longest = [...patterns].sort((a, b) => b.length - a.length).slice(0, MOST_GRAMS)
  const each = Math.floor(MOST_GRAMS / longest.length)
  return [...new Set(longest.flatMap((pattern) => spread(findPlain(gramsOf(pattern)), each)))]
}

/** Those of letters and digits, if there are any: PostgreSQL's index knows no others. */
function findPlain(grams: readonly string[]): readonly string[] {
  const plain = grams.filter((gram) => /^[\p{L}\p{M}\p{N} ]+$/u.test(gram))
  return plain.length > 0 ? plain : grams
}

function gramsOf(pattern: string): string[] {
  const chars = [...pattern]
  return chars.slice(GRAM_CHARS - 1).map((_, start) => {
    return chars.slice(start, start + GRAM_CHARS).join('')
  })
}

/** So many of them, as far apart as they go: neighbours have most of their characters in common. */
function spread(grams: readonly string[], count: number): string[] {
  if (grams.length <= count) return [...grams]
  const middles = Array.from({ length: count }, (_, index) => (index + 0.5) / count)
  return middles.flatMap((middle) => grams[Math.floor(middle * grams.length)] ?? [])
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
