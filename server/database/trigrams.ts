// Which trigrams of a search the index is asked for. It only decides how long the search takes: whatever the index finds is
// compared with the whole words.

/** A trigram's characters; a pattern has at least as many. */
export const GRAM_CHARS = 3

// Each costs a walk along all rows that have it: a third still leaves out more rows than that costs, a fourth does not.
const MOST_GRAMS = 3

interface Gram {
  text: string
  /** Of all rows, how large a part has it: 0 to 1, as the sample has it. */
  share: number
}

/**
 * The rarest of each word, then the rarest of the others: whoever has one trigram of a word has mostly all of them. The
 * rarest of all stands first, as its rows are looked for among those of the next.
 */
export function chooseGrams(patterns: readonly string[], sample: readonly string[]): string[] {
  const words = patterns.map((pattern) => rank(findPlain(gramsOf(pattern)), sample))
  const first = words.flatMap((grams) => grams.slice(0, 1)).sort(byShare)
  const others = words.flatMap((grams) => grams.slice(1)).sort(byShare)
  const chosen = [...first, ...others].slice(0, MOST_GRAMS).sort(byShare)
  return [...new Set(chosen.map(({ text }) => text))]
}

/** How large a part of the sample has all patterns: 0 to 1. */
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
