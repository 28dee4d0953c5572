import type { Intent, RecordEffect } from './intent.ts'

/** How a record's effects differ from its intents; null if they match. */
export type ChainFlaw = 'lost' | 'doubled-or-unasked' | null

/**
 * Matches a record's effects with its intents: each effect must belong to one intent, in the order of the intents, and
 * every intent that is not excused must have its effect.
 */
export function matchChain(
  intents: readonly Intent[],
  effects: readonly RecordEffect[],
  isExcused: (intent: Intent) => boolean,
  mayHaveEffect: (intent: Intent) => boolean,
): ChainFlaw {
  const excused = intents.map(isExcused)
  const able = intents.map(mayHaveEffect)
  const known = new Map<string, boolean>()

  function fits(intent: number, effect: number, isLossAllowed: boolean): boolean {
    const place = `${intent} ${effect}`
    const before = known.get(place)
    if (before !== undefined) return before
    const result = find(intent, effect, isLossAllowed)
    known.set(place, result)
    return result
  }

  function find(intent: number, effect: number, isLossAllowed: boolean): boolean {
    if (intent === intents.length) return effect === effects.length
    const isSame = able[intent] && intents[intent]?.deed === effects[effect]?.deed
    if (isSame && fits(intent + 1, effect + 1, isLossAllowed)) return true
    return (excused[intent] || isLossAllowed) && fits(intent + 1, effect, isLossAllowed)
  }

  if (fits(0, 0, false)) return null
  known.clear()
  return fits(0, 0, true) ? 'lost' : 'doubled-or-unasked'
}
