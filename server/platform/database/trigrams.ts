// Chooses the trigrams to look up in the index. The choice only affects the speed, because all
// results are compared with the whole words.

/** Length of a trigram, and the minimum length of a pattern. */
export const GRAM_CHARS = 3

// Each trigram excludes rows, but looking it up costs a scan of all rows that contain it. A third
// trigram saves more than it costs; a fourth does not.
const MOST_GRAMS = 3

interface Gram {
  text: string
  /** The share of the rows that contain the trigram, from 0 to 1, estimated from the sample. */
  share: number
}

/**
 * Picks the trigrams that the database looks up, at most three. Each word gives its rarest one first: a row with one
 * trigram of a word usually has the others too, so a second one of the same word excludes little. Returns the rarest
 * first: the database looks that up in the index, and checks only the rows that it found for the next.
 */
export function chooseGrams(patterns: readonly string[], sample: readonly string[]): string[] {
  const words = patterns.map((pattern) => rank(findPlain(gramsOf(pattern)), sample))
  const first = words.flatMap((grams) => grams.slice(0, 1)).sort(byShare)
  const others = words.flatMap((grams) => grams.slice(1)).sort(byShare)
  const chosen = [...first, ...others].slice(0, MOST_GRAMS).sort(byShare)
  return [...new Set(chosen.map(({ text }) => text))]
}

/** The share of the sample that contains all patterns, from 0 to 1. */
export function shareOf(patterns: readonly string[], sample: readonly string[]): number {
  const hits = sample.filter((text) => patterns.every((pattern) => text.includes(pattern)))
  return hits.length / Math.max(1, sample.length)
}

function rank(grams: readonly string[], sample: readonly string[]): Gram[] {
  return grams.map((text) => ({ text, share: shareOf([text], sample) })).sort(byShare)
}

function byShare(one: Gram, other: Gram): number {
  return one.share - other.share
}

/**
 * Returns the trigrams without punctuation, because PostgreSQL's index has no others. If every trigram
 * has punctuation, returns all.
 */
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
