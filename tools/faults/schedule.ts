import {
  type DeskHappening,
  insertDeskWork,
  insertVisitPhotos,
  insertVisits,
} from './desk-steps.ts'
import {
  type AccountName,
  isOperator,
  LISTINGS,
  MEMBERS,
  OPERATORS,
} from './sim/market/sim-server.ts'
import { createRandom, type SeededRandom } from './sim/seeded-random.ts'
import type { Weather } from './sim/sim-network.ts'
import type { StorageFault } from './sim/sim-storage.ts'

// Generates a schedule from a seed: the ordered actions of people and the faults. A schedule is data, so that a failing
// schedule can be shrunk to the relevant steps and replayed.

export type Step = { afterMs: number; device: number } & (
  | { kind: 'decide'; pick: number; choice: number }
  | { kind: 'remove'; pick: number }
  /** The person decides about all listings that have no change on the device, as one batch, or takes the newest batch back. */
  | { kind: 'decide-many'; choice: number }
  | { kind: 'undo-many' }
  /** The person notes something about a listing. */
  | { kind: 'write-note'; pick: number }
  | DeskHappening
  /** A seller writes a listing, or edits one that this device has written. */
  | { kind: 'write-listing' | 'add-photo' | 'submit-listing' | 'discard-listing'; pick: number }
  /** The person gives a reason for a rejection. */
  | { kind: 'explain'; pick: number; choice: number }
  | { kind: 'undo' | 'look' | 'refresh' | 'sync-now' }
  | { kind: 'answer-stuck'; pick: number; choice: number }
  | { kind: 'weather'; weather: Weather }
  | { kind: 'hint'; isOnline: boolean; isTold: boolean }
  | { kind: 'open-tab' | 'wake-worker' | 'kill-worker' | 'hide' | 'show' }
  | { kind: 'kill-tab' | 'kill-browser'; afterTurns: number }
  | { kind: 'freeze' | 'thaw' | 'break-connection' }
  /** The browser deletes and recreates the outbox's database while a page uses it. */
  | { kind: 'lose-outbox' }
  | { kind: 'sign-in'; account: AccountName }
  /** The person signs out, and keeps the queued changes for the next sign-in or discards them. */
  | { kind: 'sign-out'; isDiscarding?: boolean }
  | { kind: 'revoke'; account: AccountName }
  | { kind: 'role'; account: AccountName; isAllowed: boolean }
  | { kind: 'other-hand'; listing: number; deed: 'approved' | 'rejected' | 'delete' }
  | {
      kind: 'storage-fault'
      fault: StorageFault
      times: number
      isReadToo: boolean
      /** The number of transactions that succeed before the first one fails. */
      spared?: number
      database?: 'outbox' | 'cache'
    }
  | { kind: 'clock'; offsetMs: number; isRestless?: boolean }
  /** The person turns "Work offline" on or off. */
  | { kind: 'work-offline'; isOn: boolean }
  /** A new build is deployed and the browser checks for it, or the person accepts the update. */
  | { kind: 'publish' | 'accept-update' }
  | { kind: 'open-screen'; pick: number }
)

/** A row that another build of the app left in a device's outbox before the schedule begins. */
export type Leftover = { device: number; listing: number } & (
  | { kind: 'first-format'; to: 'approved' | 'rejected' }
  | { kind: 'later-format' }
)

export interface Schedule {
  seed: number
  /** Who is signed in on each device at first. */
  accounts: readonly AccountName[]
  steps: readonly Step[]
  /** Whether the devices have Web Locks. */
  hasLocks: boolean
  leftovers?: readonly Leftover[]
}

const REJECTED = 1 // the `choice` with which `SimPerson.decide` rejects
const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export function makeSchedule(seed: number): Schedule {
  const random = createRandom(seed)
  const accounts = [pickAccount(random), pickAccount(random)].slice(0, random.chance(0.45) ? 2 : 1)
  const count = 6 + random.int(18)
  // Each schedule uses only a few kinds of faults, so that faults of one kind repeat.
  const taste = TROUBLES.filter(() => random.chance(0.4))
  const steps: Step[] = []
  for (let index = 0; index < count; index += 1) {
    const device = random.int(accounts.length)
    const make = random.chance(0.55) || taste.length === 0 ? random.pick(WORK) : random.pick(taste)
    const happening = make(random)
    steps.push({ afterMs: pickPause(random), device, ...happening })
    // Sometimes adds another decision on the same listing, often while the first is in flight.
    if (happening.kind === 'decide' && random.chance(0.2)) {
      const choice = happening.choice + 1 + random.int(2)
      steps.push({ ...happening, choice, device, afterMs: random.int(1_500) })
    }
  }
  const hasLocks = random.chance(0.85)
  const leftovers = pickLeftovers(random, accounts.length)
  insertLoss(createRandom(seed ^ 0x1057), steps, accounts.length)
  insertReasons(createRandom(seed ^ 0x4ea5), steps)
  insertBatches(createRandom(seed ^ 0xba7c), steps, accounts.length)
  insertPostings(createRandom(seed ^ 0x9057), steps, accounts)
  insertNotes(createRandom(seed ^ 0x207e), steps, accounts.length)
  insertDeskWork(createRandom(seed ^ 0xde5c), steps, accounts.length)
  insertVisits(createRandom(seed ^ 0x5117), steps, accounts.length)
  insertVisitPhotos(createRandom(seed ^ 0xf070), steps)
  return { seed, accounts, steps, hasLocks, leftovers }
}

/** Sometimes inserts a loss of the outbox. Has its own random numbers, so that the seed's other steps do not change. */
function insertLoss(random: SeededRandom, steps: Step[], devices: number): void {
  if (!random.chance(0.1)) return
  const device = random.int(devices)
  const loss: Step = { kind: 'lose-outbox', device, afterMs: random.int(3 * SECOND) }
  // Usually makes sure that a change is queued when the outbox is lost.
  const waiting: Step[] = [
    { kind: 'weather', weather: 'down', device, afterMs: 0 },
    { ...decide(random), device, afterMs: random.int(SECOND) } as Step, // has all fields of a step
  ]
  const bout = random.chance(0.7) ? [...waiting, loss] : [loss]
  steps.splice(1 + random.int(steps.length), 0, ...bout)
}

/** Inserts reasons after rejections, at once or some steps later. Also has its own random numbers. */
function insertReasons(random: SeededRandom, steps: Step[]): void {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index]
    const isRejection = step?.kind === 'decide' && step.choice % 3 === REJECTED
    if (!isRejection || !random.chance(0.6)) continue
    const { device } = step
    const [pick, choice] = [random.chance(0.8) ? 0 : 1, random.int(3)]
    const afterMs = random.chance(0.5) ? random.int(500) : random.int(5 * SECOND)
    const place = index + 1 + (random.chance(0.7) ? 0 : random.int(4))
    const explain: Step = { kind: 'explain', pick, choice, device, afterMs }
    const undo: Step = { kind: 'undo', device, afterMs: random.int(5 * SECOND) }
    steps.splice(place, 0, ...(random.chance(0.25) ? [explain, undo] : [explain]))
    // Often turns "Work offline" on, so that the person gives the reason before the rejection is sent.
    const hold = { kind: 'work-offline', device } as const
    if (random.chance(0.3)) {
      steps.splice(place + 1 + random.int(4), 0, { ...hold, isOn: false, afterMs: SECOND })
      steps.splice(index, 0, { ...hold, isOn: true, afterMs: 0 })
    }
  }
}

/** Sometimes inserts a batch, and often its undo some steps later. Also has its own random numbers. */
function insertBatches(random: SeededRandom, steps: Step[], devices: number): void {
  if (!random.chance(0.2)) return
  const device = random.int(devices)
  const place = 1 + random.int(steps.length)
  const [choice, afterMs] = [random.int(3), random.int(3 * SECOND)]
  steps.splice(place, 0, { kind: 'decide-many', choice, device, afterMs })
  if (random.chance(0.6))
    steps.splice(place + 1 + random.int(4), 0, {
      kind: 'undo-many',
      device,
      afterMs: random.int(5 * SECOND),
    })
}

/**
 * Inserts what a seller does with a few listings, sometimes if a device's first person is one. Also has its own random
 * numbers.
 */
function insertPostings(
  random: SeededRandom,
  steps: Step[],
  accounts: readonly AccountName[],
): void {
  const device = accounts.findIndex((account) => !isOperator(account))
  if (device < 0 || !random.chance(0.5)) return
  const count = 3 + random.int(8)
  let place = random.int(steps.length)
  // Often on a network that loses answers: a listing takes several calls, and any of them may be lost.
  const weather = random.pick(['fine', 'flaky', 'flaky', 'repeating', 'busy'] as const)
  const isRough = random.chance(0.5)
  if (isRough) steps.splice(place, 0, { kind: 'weather', weather, device, afterMs: 0 })
  if (isRough) place += 1
  for (let index = 0; index < count; index += 1) {
    const kind = index === 0 ? 'write-listing' : random.pick(SELLING)
    // Mostly one listing, so that its edits, photos and submissions meet.
    const pick = random.chance(0.8) ? 0 : random.int(3)
    const afterMs = random.chance(0.5) ? random.int(800) : random.int(20 * SECOND)
    steps.splice(place, 0, { kind, pick, device, afterMs })
    place = Math.min(steps.length, place + 1 + random.int(3))
  }
}

/** Sometimes inserts notes, mostly about one listing, so that their order is seen. Also has its own random numbers. */
function insertNotes(random: SeededRandom, steps: Step[], devices: number): void {
  if (!random.chance(0.3)) return
  const device = random.int(devices)
  let place = random.int(steps.length)
  for (let left = 1 + random.int(5); left > 0; left -= 1) {
    const pick = random.chance(0.8) ? 0 : random.int(LISTINGS)
    const afterMs = random.chance(0.6) ? random.int(800) : random.int(10 * SECOND)
    steps.splice(place, 0, { kind: 'write-note', pick, device, afterMs })
    place = Math.min(steps.length, place + 1 + random.int(3))
  }
}

function pickLeftovers(random: SeededRandom, devices: number): Leftover[] {
  const count = random.chance(0.25) ? 1 + random.int(3) : 0
  return Array.from({ length: count }, (_, index): Leftover => {
    const place = { device: random.int(devices), listing: index }
    if (random.chance(0.4)) return { ...place, kind: 'later-format' }
    return { ...place, kind: 'first-format', to: random.pick(['approved', 'rejected']) }
  })
}

/** A step without its delay and its device. */
export type Happening = Step extends infer One
  ? One extends Step
    ? Omit<One, 'afterMs' | 'device'>
    : never
  : never

const decide = (random: SeededRandom): Happening => ({
  kind: 'decide',
  // Few listings, so that decisions often concern the same one.
  pick: random.int(random.chance(0.5) ? 2 : LISTINGS),
  choice: random.int(3),
})

const WORK: readonly ((random: SeededRandom) => Happening)[] = [
  ...Array.from({ length: 7 }, () => decide),
  (random) => ({ kind: 'remove', pick: random.int(LISTINGS) }),
  () => ({ kind: 'undo' }),
  () => ({ kind: 'look' }),
  () => ({ kind: 'refresh' }),
  () => ({ kind: 'sync-now' }),
  (random) => ({ kind: 'answer-stuck', pick: random.int(3), choice: random.int(3) }),
]

const TROUBLES: readonly ((random: SeededRandom) => Happening)[] = [
  (random) => ({ kind: 'weather', weather: random.pick(['flaky', 'flaky', 'repeating', 'fine']) }),
  (random) => ({ kind: 'weather', weather: random.pick(['down', 'down', 'fine', 'black-hole']) }),
  (random) => ({ kind: 'weather', weather: random.pick(['portal', 'busy', 'busy', 'fine']) }),
  (random) => ({ kind: 'hint', isOnline: random.chance(0.5), isTold: random.chance(0.7) }),
  (random) => ({ kind: random.pick(['open-tab', 'hide', 'show']) }),
  (random) => ({ kind: random.pick(['wake-worker', 'wake-worker', 'kill-worker']) }),
  (random) => ({ kind: random.pick(['kill-tab', 'kill-browser']), afterTurns: random.int(120) }),
  (random) => ({ kind: random.pick(['freeze', 'thaw', 'open-tab']) }),
  (random) => ({ kind: random.chance(0.5) ? 'break-connection' : 'look' }),
  (random) => ({ kind: 'sign-in', account: pickAccount(random) }),
  (random) => ({ kind: 'sign-out', isDiscarding: random.chance(0.3) }),
  (random) => ({ kind: 'revoke', account: pickAccount(random) }),
  (random) => ({ kind: 'role', account: random.pick(OPERATORS), isAllowed: random.chance(0.5) }),
  (random) => ({
    kind: 'other-hand',
    listing: random.int(random.chance(0.5) ? 2 : LISTINGS),
    deed: random.pick(['approved', 'rejected', 'delete']),
  }),
  (random) => ({
    kind: 'storage-fault',
    fault: random.pick([
      'abort-at-commit',
      'lost-commit-event',
      'closed-connection',
      'request-error',
    ]),
    times: 1 + random.int(5),
    isReadToo: random.chance(0.3),
    database: random.chance(0.6) ? 'outbox' : 'cache',
    spared: random.int(3),
  }),
  (random) =>
    random.chance(0.5)
      ? { kind: 'open-screen', pick: random.int(8) }
      : { kind: random.pick(['publish', 'publish', 'accept-update', 'open-tab']) },
  (random) => ({ kind: 'work-offline', isOn: random.chance(0.6) }),
  (random) => ({
    kind: 'clock',
    offsetMs: random.pick([-DAY, -HALF_HOUR, HALF_HOUR, 400 * DAY, 0]),
    isRestless: random.chance(0.4),
  }),
]
const HALF_HOUR = 30 * MINUTE

const SELLING = [
  'write-listing',
  'write-listing',
  'add-photo',
  'add-photo',
  'submit-listing',
  'submit-listing',
  'submit-listing',
  'discard-listing',
] as const

function pickAccount(random: SeededRandom): AccountName {
  return random.pick([OPERATORS[0], OPERATORS[0], OPERATORS[1], MEMBERS[0], MEMBERS[1]])
}

function pickPause(random: SeededRandom): number {
  const kind = random.next()
  if (kind < 0.3) return 0
  if (kind < 0.6) return random.int(300)
  if (kind < 0.9) return random.int(8 * SECOND)
  return random.int(2 * MINUTE)
}
