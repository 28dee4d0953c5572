import { addWorkingTime, FIRST_CALENDAR, workTimesOf } from '#src/domain/due/work-calendar.ts'

// A desk of four people over 61 days, minute by minute: arrivals by the hour of the day, fewer at weekends, a pace that
// differs from day to day, a quarter of the submissions that wait for an answer of their owner, and batches that colleagues
// take out of the order. The last 30 days have Sundays, a holiday and a jam day.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Monday, 5 January 2026, 00:00 in India. */
export const FIRST_MS = Date.parse('2026-01-04T18:30:00.000Z')
export const FIRST_REPLAYED = 31
export const DAYS = 61
const HOLIDAY = 43
const JAM = 50
const SATURDAY = 5
const SUNDAY = 6
export const CALENDAR = { ...FIRST_CALENDAR, holidays: ['2026-02-17'] }
const TIMES = workTimesOf(CALENDAR)
const OPEN = [10, 18] as const

const ARRIVALS = 300 // of a weekday
const BY_HOUR = [
  1, 0.5, 0.3, 0.2, 0.2, 0.5, 1, 2, 4, 7, 10, 11, 10, 8, 8, 9, 10, 10, 9, 7, 6, 5, 4, 2,
]
const PEOPLE = 4
const REVIEW_MINUTES = 4.5
const AGAIN = 0.15
const ASKED = 0.25 // wait for the owner's answer, two hours more on average
const OUT_OF_ORDER = 30 // places

export interface Recorded {
  arrivedMs: number
  day: number
  isAgain: boolean
  place: number
  /** Null if it still waits at the end. */
  decidedMs: number | null
}

/** The same days for the same seed. */
export function recordDays(seed: number): Recorded[] {
  const random = makeRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const coming = listArrivals(random, normal)
  const queue: Recorded[] = []
  const asked: { one: Recorded; untilMs: number }[] = []
  let next = 0
  let pace = 1
  for (let day = 0; day < DAYS; day += 1) {
    pace = Math.exp(0.6 * Math.log(pace) + 0.05 * normal())
    const beganMs = FIRST_MS + day * DAY_MS
    const freeMs = Array.from({ length: PEOPLE }, () => beganMs + OPEN[0] * HOUR_MS)
    for (let atMs = beganMs; atMs < beganMs + DAY_MS; atMs += MINUTE_MS) {
      for (let one = coming[next]; one && one.arrivedMs <= atMs; one = coming[next]) {
        enqueue(queue, one)
        next += 1
      }
      if (!isOpen(day, atMs - beganMs)) continue
      for (const { one } of takeAnswered(asked, atMs)) one.decidedMs = atMs
      for (const [person, free] of freeMs.entries()) {
        if (free > atMs || queue.length === 0) continue
        const [one] = queue.splice(Math.floor(random() * random() * OUT_OF_ORDER), 1)
        const taken = one ?? queue.shift()
        if (!taken) continue
        const doneMs = atMs + (REVIEW_MINUTES * Math.exp(0.7 * normal() - 0.245) * MINUTE_MS) / pace
        freeMs[person] = doneMs
        if (random() < ASKED)
          asked.push({
            one: taken,
            untilMs: addWorkingTime(TIMES, atMs, (0.5 - 2 * Math.log(1 - random())) * HOUR_MS),
          })
        else taken.decidedMs = doneMs
      }
    }
  }
  return coming
}

function listArrivals(random: () => number, normal: () => number): Recorded[] {
  const all: Recorded[] = []
  for (let day = 0; day < DAYS; day += 1) {
    const count = Math.round(ARRIVALS * shareOf(day) * (1 + 0.12 * normal()))
    for (let one = 0; one < count; one += 1)
      all.push({
        arrivedMs: FIRST_MS + day * DAY_MS + pickHour(random) * HOUR_MS,
        day,
        isAgain: random() < AGAIN,
        place: 0,
        decidedMs: null,
      })
  }
  return all.sort((one, other) => one.arrivedMs - other.arrivedMs)
}

function shareOf(day: number): number {
  if (day === HOLIDAY) return 0.4
  if (day === JAM) return 1.7
  if (day % 7 === SUNDAY) return 0.35
  return day % 7 === SATURDAY ? 0.8 : 1
}

function pickHour(random: () => number): number {
  let left = random() * BY_HOUR.reduce((sum, share) => sum + share)
  const hour = BY_HOUR.findIndex((share) => {
    left -= share
    return left < 0
  })
  return hour + random()
}

/** Resubmitted listings come first, as in the order of a new installation. */
function enqueue(queue: Recorded[], one: Recorded): void {
  const firstOther = queue.findIndex(({ isAgain }) => !isAgain)
  const at = one.isAgain && firstOther >= 0 ? firstOther : queue.length
  one.place = at + 1
  queue.splice(at, 0, one)
}

function isOpen(day: number, ms: number): boolean {
  const isClosed = day % 7 === SUNDAY || day === HOLIDAY
  return !isClosed && ms >= OPEN[0] * HOUR_MS && ms < OPEN[1] * HOUR_MS
}

function takeAnswered(asked: { one: Recorded; untilMs: number }[], atMs: number) {
  const answered = asked.filter(({ untilMs }) => untilMs <= atMs)
  for (const one of answered) asked.splice(asked.indexOf(one), 1)
  return answered
}

/** Mulberry32: the same numbers for the same seed. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
