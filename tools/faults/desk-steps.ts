import type { Step } from './schedule.ts'
import { LISTINGS, OPERATORS } from './sim/market/sim-server.ts'
import type { SeededRandom } from './sim/seeded-random.ts'

// What people do with listings beside deciding: they note that they contacted the owner, record visits, assign listings, and
// open and leave them in review.

export type DeskHappening =
  /** The person notes that they called the owner, or wrote to them. */
  | { kind: 'note-contact'; pick: number; choice: number }
  /** The person records a visit to the property. */
  | { kind: 'record-visit'; pick: number; choice: number; photos?: number }
  /** The person sends a visit without the photos that cannot be sent, or the device loses the photos of visits. */
  | { kind: 'send-without-photos' | 'lose-photos' }
  /** The person assigns a listing to an operator, or to nobody. */
  | { kind: 'assign'; pick: number; choice: number }
  /** The person opens a listing in review, or leaves it. */
  | { kind: 'open-listing' | 'leave-listing'; pick: number }

const KINDS = [
  'note-contact',
  'note-contact',
  'assign',
  'assign',
  'assign',
  'open-listing',
  'open-listing',
  'leave-listing',
] as const
const CHOICES = 6 // of ways to contact, and of people, so that each comes up
const SHORT_MS = 800
const LONG_MS = 10_000
const LEASE_MS = 10 * 60_000 // of a claim

/**
 * Sometimes inserts work of the desk, mostly about one listing, so that acts of several people meet. Has its own random
 * numbers, so that the seed's other steps do not change.
 */
export function insertDeskWork(random: SeededRandom, steps: Step[], devices: number): void {
  if (!random.chance(0.35)) return
  let place = random.int(steps.length)
  for (let left = 3 + random.int(6); left > 0; left -= 1) {
    const kind = random.pick(KINDS)
    const step = {
      device: random.int(devices),
      pick: random.chance(0.7) ? 0 : random.int(LISTINGS),
      choice: random.int(CHOICES),
      afterMs: random.chance(0.6) ? random.int(SHORT_MS) : random.int(LONG_MS),
    }
    steps.splice(place, 0, { kind, ...step })
    place = Math.min(steps.length, place + 1 + random.int(3))
  }
  // Sometimes somebody loses the right to decide and gets it back, after which what was assigned to them is nobody's.
  if (random.chance(0.3)) {
    const role = {
      kind: 'role',
      device: random.int(devices),
      account: random.pick(OPERATORS),
    } as const
    steps.splice(place, 0, { ...role, isAllowed: false, afterMs: LONG_MS })
    steps.splice(place + 1, 0, { ...role, isAllowed: true, afterMs: SHORT_MS })
  }
  // Sometimes nobody does anything for as long as a claim lasts.
  const afterMs = LEASE_MS - LONG_MS + random.int(2 * LONG_MS)
  if (random.chance(0.25))
    steps.splice(place, 0, { kind: 'look', device: random.int(devices), afterMs })
}

/**
 * Sometimes inserts a drive to properties: visits, mostly several to one, often without a network, during which the browser
 * may be killed. Also has its own random numbers.
 */
export function insertVisits(random: SeededRandom, steps: Step[], devices: number): void {
  if (!random.chance(0.3)) return
  const device = random.int(devices)
  const isWithoutNetwork = random.chance(0.6)
  const drive: Step[] = []
  for (let left = 1 + random.int(4); left > 0; left -= 1) {
    drive.push({
      kind: 'record-visit',
      device,
      pick: random.chance(0.7) ? 0 : random.int(LISTINGS),
      choice: random.int(CHOICES),
      afterMs: random.chance(0.6) ? random.int(SHORT_MS) : random.int(LONG_MS),
    })
    if (random.chance(0.15))
      drive.push({ kind: 'kill-browser', device, afterTurns: random.int(120), afterMs: 0 })
  }
  const weather = random.pick(['fine', 'flaky', 'repeating'] as const)
  if (isWithoutNetwork) {
    drive.unshift({ kind: 'weather', weather: 'down', device, afterMs: 0 })
    drive.push({ kind: 'weather', weather, device, afterMs: random.int(LONG_MS) })
  }
  steps.splice(random.int(steps.length), 0, ...drive)
}

const MOST_PHOTOS = 3 // enough for photos that have arrived beside photos that have not

/** Sometimes adds photos to the visits of a schedule, and what may happen to them. Also has its own random numbers. */
export function insertVisitPhotos(random: SeededRandom, steps: Step[]): void {
  if (!random.chance(0.7)) return
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index]
    if (step?.kind !== 'record-visit' || !random.chance(0.7)) continue
    steps[index] = { ...step, photos: 1 + random.int(MOST_PHOTOS) }
    const { device } = step
    const afterMs = random.int(LONG_MS)
    const place = index + 1 + random.int(3)
    if (random.chance(0.1)) steps.splice(place, 0, { kind: 'undo', device, afterMs })
    if (!random.chance(0.15)) continue
    steps.splice(index + 1 + random.int(5), 0, { kind: 'send-without-photos', device, afterMs })
    steps.splice(index + 1, 0, { kind: 'lose-photos', device, afterMs: random.int(SHORT_MS) })
  }
}
