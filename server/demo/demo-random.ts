export interface DemoRandom {
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** A number from `low`, included, to `high`, excluded. */
  between(low: number, high: number): number
  /** A random element. @throws when there are none */
  pick<T>(choices: readonly T[]): T
  chance(probability: number): boolean
  /** `count` random characters of the alphabet. */
  characters(alphabet: string, count: number): string
}

/** Repeatable random numbers: a seed gives the same sequence on every machine (mulberry32). */
export function makeDemoRandom(seed: string): DemoRandom {
  let state = hashSeed(seed)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0 // mulberry32's own increment
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    whole,
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => getAt(choices, whole(0, choices.length - 1)),
    chance: (probability) => next() < probability,
    characters: (alphabet, count) =>
      Array.from({ length: count }, () => alphabet[whole(0, alphabet.length - 1)]).join(''),
  }
}

/**
 * 24 hexadecimal characters derived only from noun and number, so that ids stay the same when other
 * demo data changes.
 */
export function demoId(noun: string, number: number): string {
  return makeDemoRandom(`${noun} ${number}`).characters('0123456789abcdef', 24)
}

/** The element at the index modulo the length. @throws when there are none */
export function getAt<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new RangeError('there is nothing to choose from')
  return found
}

// FNV-1a: similar seeds give very different states.
function hashSeed(seed: string): number {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hash
}
