/** Pseudo-random numbers: the same seed always gives the same schedule. */
export interface SeededRandom {
  /** In [0, 1). */
  next(): number
  /** A whole number in [0, below). */
  int(below: number): number
  chance(probability: number): boolean
  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item
  /** Whole milliseconds in [least, most]. */
  ms(least: number, most: number): number
}

/** Mulberry32: small, fast, and random enough for schedules. */
export function createRandom(seed: number): SeededRandom {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x6d2b79f5) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    int: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    ms: (least, most) => least + Math.floor(next() * (most - least + 1)),
  }
}
