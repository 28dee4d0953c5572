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
      let totals: Map<number, number> | null = null
      for (const word of wanted) {
        const scores = scoreWord(words, word, totals)
        for (const [number, score] of scores) scores.set(number, score + (totals?.get(number) ?? 0))
        totals = scores
      }
      return [...(totals ?? [])]
        .sort((one, other) => other[1] - one[1] || one[0] - other[0])
        .slice(0, most)
        .flatMap(([number, score]) => {
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

/** The best score of the word in each entry that is in `among`. */
function scoreWord(
  words: ReadonlyMap<string, readonly number[]>,
  wanted: string,
  among: ReadonlyMap<number, number> | null,
): Map<number, number> {
  const scores = new Map<number, number>()
  const forgives = wanted.length >= LEAST_MISTAKEN && !/\d/.test(wanted)
  for (const [word, numbers] of words) {
    const score = compareWords(wanted, word, forgives)
    if (score === 0) continue
    for (const number of numbers) {
      if (among && !among.has(number)) continue
      if (score > (scores.get(number) ?? 0)) scores.set(number, score)
    }
  }
  return scores
}

function compareWords(wanted: string, word: string, forgives: boolean): number {
  if (word.startsWith(wanted)) return word.length === wanted.length ? EXACT : PREFIX
  if (wanted.length >= LEAST_INSIDE && word.includes(wanted)) return INSIDE
  if (!forgives || !canBeMistaken(wanted, word)) return 0
  if (isOneMistake(wanted, word)) return MISTAKEN
  const isLonger = word.length > wanted.length
  return isLonger && isOneMistake(wanted, word.slice(0, wanted.length)) ? MISTAKEN_PREFIX : 0
}

/** One mistake leaves one of the first two letters where it is, or moves it by one. */
function canBeMistaken(wanted: string, word: string): boolean {
  return (
    word[0] === wanted[0] || word[1] === wanted[1] || word[0] === wanted[1] || word[1] === wanted[0]
  )
}
