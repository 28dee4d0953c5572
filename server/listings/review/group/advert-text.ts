// What of an advert's text is compared with another advert's.

const ORDINALS = [
  'ground',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const FLOOR = new RegExp(
  `\\b(?:(${ORDINALS.join('|')}|\\d{1,2})(?:st|nd|rd|th)?[\\s-]+floor|floor\\s+(\\d{1,2}))\\b`,
  'g',
)

/** The different words, in lower case. */
export function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu),
  )
}

/** The floors that a text names, as numbers: '3rd floor', 'third floor' and 'Floor 3' are 3. */
export function floorsOf(text: string): Set<string> {
  const found = text.toLowerCase().matchAll(FLOOR)
  return new Set(
    [...found].map(([, before, after]) => {
      const word = before ?? after ?? ''
      const ordinal = ORDINALS.indexOf(word)
      return ordinal < 0 ? String(Number(word)) : String(ordinal)
    }),
  )
}
