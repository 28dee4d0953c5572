import { searchWords } from '#src/domain/text.ts'
import { isOneMistake } from './one-mistake.ts'

// A search over many records in memory that forgives one typing mistake in a word. It looks at each different word
// once, and then only at the records with a word that fits: 10,000 listings have about 60,000 words.

export interface Found<Entry> {
  entry: Entry
  /** The higher, the better it fits. */
  score: number
}

const EXACT = 8
const PREFIX = 6
const INSIDE = 3 // the middle of a phone number, an e-mail address or an id
const MISTAKEN = 2
const MISTAKEN_PREFIX = 1
const LEAST_INSIDE = 3 // two letters are inside of almost every word
const LEAST_MISTAKEN = 4 // a mistake in a shorter word makes another word
const MOST_WORDS = 8 // more words of a query say nothing more

export type SearchIndex<Entry> = ReturnType<typeof createSearchIndex<Entry>>

/** An empty index. Earlier entries are found first if they fit equally well. */
export function createSearchIndex<Entry>(
  textsOf: (entry: Entry) => readonly (string | null | undefined)[],
) {
  const entries: Entry[] = []
  const words = new Map<string, number[]>()

  return {
    add(more: readonly Entry[]): void {
      for (const entry of more) {
        const number = entries.push(entry) - 1
        for (const word of new Set(textsOf(entry).flatMap((text) => searchWords(text ?? ''))))
          addTo(words, word, number)
      }
    },

    /** The entries in which each word of the query fits a word, the best first; none for an empty query. */
    findAll(query: string, most: number): Found<Entry>[] {
      const wanted = searchWords(query).slice(0, MOST_WORDS)
      if (wanted.length === 0) return []
      let totals: Uint8Array | null = null
      for (const word of wanted) totals = scoreWord(words, word, totals ?? entries.length)
      return listBest(totals ?? NO_SCORES, most).flatMap(({ number, score }) => {
        const entry = entries[number]
        return entry === undefined ? [] : [{ entry, score }]
      })
    },
  }
}

function addTo(words: Map<string, number[]>, word: string, number: number): void {
  const known = words.get(word)
  if (known) known.push(number)
  else words.set(word, [number])
}

const NO_SCORES = new Uint8Array(0)

/**
 * The best score of the word in each entry, 0 without one. With the scores of earlier words, their sums in the entries that
 * have all. The scores of eight words fit into a byte each.
 */
function scoreWord(
  words: ReadonlyMap<string, readonly number[]>,
  wanted: string,
  earlier: Uint8Array | number,
): Uint8Array {
  const before = typeof earlier === 'number' ? null : earlier
  const scores = new Uint8Array(typeof earlier === 'number' ? earlier : earlier.length)
  const forgives = wanted.length >= LEAST_MISTAKEN && !/\d/.test(wanted)
  for (const [word, numbers] of words) {
    const score = compareWords(wanted, word, forgives)
    if (score === 0) continue
    for (const number of numbers) if (score > (scores[number] ?? 0)) scores[number] = score
  }
  if (!before) return scores
  return scores.map((score, number) => {
    const sum = before[number] ?? 0
    return score > 0 && sum > 0 ? sum + score : 0
  })
}

/** The entries with the highest scores, in their order where these are equal. Sorts nothing: most entries may fit. */
function listBest(scores: Uint8Array, most: number): { number: number; score: number }[] {
  const byScore: number[][] = []
  scores.forEach((score, number) => {
    if (score === 0) return
    const same = byScore[score] ?? []
    byScore[score] = same
    if (same.length < most) same.push(number)
  })
  return byScore
    .flatMap((numbers, score) => [numbers.map((number) => ({ number, score }))])
    .reverse()
    .flat()
    .slice(0, most)
}

function compareWords(wanted: string, word: string, forgives: boolean): number {
  if (word.startsWith(wanted)) return word.length === wanted.length ? EXACT : PREFIX
  if (wanted.length >= LEAST_INSIDE && word.includes(wanted)) return INSIDE
  if (!forgives || !canBeMistaken(wanted, word)) return 0
  if (isOneMistake(wanted, word)) return MISTAKEN
  const isLonger = word.length > wanted.length
  return isLonger && isOneMistake(wanted, word, wanted.length) ? MISTAKEN_PREFIX : 0
}

/** One mistake leaves one of the first two letters where it is, or moves it by one. */
function canBeMistaken(wanted: string, word: string): boolean {
  return (
    word[0] === wanted[0] || word[1] === wanted[1] || word[0] === wanted[1] || word[1] === wanted[0]
  )
}
