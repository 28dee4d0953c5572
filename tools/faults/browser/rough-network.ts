import type { DemoRandom } from '#server/demo/demo-random.ts'
import type { Fate, Fault, FaultProxy } from '#tests/support/network/fault-proxy.ts'

// A seeded, very bad network that still lets some requests through.

const LONGEST_DELAY_MS = 150
const READS_SPARED = 0.85 // the share of reads without a fault: screens must load before somebody can decide
/** Each request for a change gets one of these 20 at random. Half of them let it succeed ('none', 'twice'). */
const CHANGE_FAULTS: readonly Fault[] = [
  ...many('none', 8),
  ...many('cut-request', 2),
  ...many('cut-answer', 3),
  ...many('truncate', 2),
  ...many('twice', 2),
  'portal',
  'redirect',
  'busy',
]
const READ_FAULTS: readonly Fault[] = ['cut-request', 'cut-answer', 'truncate', 'portal', 'busy']

export function makeRoughFate(random: DemoRandom): Parameters<FaultProxy['setFate']>[0] {
  return ({ method, path }): Fate => {
    if (!path.startsWith('/api/')) return { fault: 'none' }
    const delayMs = random.whole(0, LONGEST_DELAY_MS)
    if (method !== 'GET') return { fault: random.pick(CHANGE_FAULTS), delayMs }
    return { fault: random.chance(READS_SPARED) ? 'none' : random.pick(READ_FAULTS), delayMs }
  }
}

function many(fault: Fault, count: number): Fault[] {
  return Array.from({ length: count }, () => fault)
}
