import { type Kysely, type RawBuilder, sql } from 'kysely'
import { searchWords } from '#src/domain/text.ts'
import { isPostgres } from './column-types.ts'
import type { Tables } from './schema.ts'
import { chooseGrams, GRAM_CHARS } from './trigrams.ts'

// A search matches if the text contains every word of the query, ignoring case, like the panel's
// own filter (src/domain/text.ts). Words are found by their trigrams. A query word of one or two
// characters is too short for a trigram, so it matches only at the start of a word: in the stored text,
// two spaces precede each word, and spaces before the query word make it three characters long.

export type WordsTable = 'listing_words' | 'member_words' | 'loan_words'

/** FTS5 tables of the embedded database, which index the trigrams of each row. */
export const GRAMS_OF: Record<WordsTable, string> = {
  listing_words: 'listing_grams',
  member_words: 'member_grams',
  loan_words: 'loan_grams',
}

const BEFORE_WORD = '  '
const SAMPLE = 500 // rows; they are on few database pages, and are read in half a millisecond

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

/** Patterns that a text must contain, each of at least three characters; none for a blank query. */
export function readPatterns(query: string): string[] {
  const patterns = searchWords(query).map((word) => {
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

/** The newest texts, to estimate how common a word is. */
export async function readSample(db: Kysely<Tables>, table: WordsTable): Promise<string[]> {
  // Reads the texts joined to one, because transferring hundreds of rows takes longer than reading them.
  // Line breaks separate the texts, which have none themselves.
  const newest = sql`select text from ${sql.table(table)} order by n desc limit ${sql.lit(SAMPLE)}`
  const { rows } = await sql<{ texts: string | null }>`
    select string_agg(text, '\n') as texts from (${newest}) as newest`.execute(db)
  return rows[0]?.texts?.split('\n') ?? []
}

/**
 * Selects the `id` of all rows whose text contains all patterns, by the trigram index. The sample
 * shows which trigrams are rare.
 */
export function selectFound(
  db: Kysely<Tables>,
  table: WordsTable,
  patterns: readonly string[],
  sample: readonly string[],
): RawBuilder<{ id: string }> {
  const from = sql.table(table)
  const chosen = chooseGrams(patterns, sample)
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
  return searchWords(fields.filter(Boolean).join(' '))
    .map((word) => BEFORE_WORD + word)
    .join('')
}

// The number as written and without spaces and dashes, so that both spellings match.
function phoneTexts(phone: string | null): (string | null)[] {
  return [phone, phone?.replace(/[^\d+]/g, '') ?? null]
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
