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
const FLOOR =
  /\b(?:(ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2})(?:st|nd|rd|th)?[\s-]+floor|floor\s+(\d{1,2}))\b/g

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
  const floors = new Set<string>()
  for (const [, before, after] of text.toLowerCase().matchAll(FLOOR)) {
    const word = before ?? after ?? ''
    const ordinal = ORDINALS.indexOf(word)
    floors.add(String(ordinal < 0 ? Number(word) : ordinal))
  }
  return floors
}
