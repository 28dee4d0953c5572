// How long a submission waits for its decision, from the measured waits of others. Pure: all times are epoch milliseconds,
// and all durations are working time of the review calendar.

import { addWorkingTime, type WorkTimes } from '#src/domain/due/work-calendar.ts'

export const LEAST_WAITS = 20 // of fewer, a fifth is less than four waits
const HEAD_START = 20 // places: in a short queue each place takes longer, because a review and a question to the owner take their time
const HALF = 0.5
const MOST = 0.8
const SHORT_SHARE = 0.28 // of the queues, the shortest: see the replay in decision 099

/** A submission that was decided. */
export interface MeasuredWait {
  /** Whether it was submitted again after a decision. */
  isAgain: boolean
  /** Its place in the queue when it arrived, from 1. */
  place: number
  workMs: number
}

/** The working time for each place of the queue in which half and four fifths of the submissions were decided. */
export interface Pace {
  halfMs: number
  mostMs: number
  /**
   * In the shortest queues: there the owners' answers take longer than the queue, so that four fifths take
   * more time for each place. Missing with too few measures, and in figures that an earlier build stored.
   */
  short?: { upToPlace: number; mostMs: number }
}

/** Null where too few were decided. */
export interface Flow {
  first: Pace | null
  again: Pace | null
}

export interface ExpectedTimes {
  halfMs: number
  mostMs: number
}

/** By when half and four fifths of such submissions are decided, as ISO 8601 in UTC. */
export interface ExpectedBy {
  half: string
  fourFifths: string
}

export type ExpectBy = (wait: Pick<MeasuredWait, 'isAgain' | 'place'>) => ExpectedBy | null

/** First and repeated submissions apart if there are enough of each, otherwise together. */
export function measureFlow(waits: readonly MeasuredWait[]): Flow {
  const again = waits.filter(({ isAgain }) => isAgain)
  const first = waits.filter(({ isAgain }) => !isAgain)
  if (again.length >= LEAST_WAITS && first.length >= LEAST_WAITS)
    return { first: paceOf(first), again: paceOf(again) }
  const all = waits.length >= LEAST_WAITS ? paceOf(waits) : null
  return { first: all, again: all }
}

/** The times by which half and four fifths of the submissions at this place were decided; null without measures. */
export function expectTimes(
  flow: Flow,
  { isAgain, place }: Pick<MeasuredWait, 'isAgain' | 'place'>,
  { times, nowMs }: { times: WorkTimes; nowMs: number },
): ExpectedTimes | null {
  const pace = isAgain ? flow.again : flow.first
  if (!pace) return null
  const after = (msForPlace: number) =>
    addWorkingTime(times, nowMs, msForPlace * (place + HEAD_START))
  const { halfMs, mostMs, short } = pace
  const isShort = short && place <= short.upToPlace
  return {
    halfMs: after(halfMs),
    mostMs: after(isShort ? Math.max(mostMs, short.mostMs) : mostMs),
  }
}

function paceOf(waits: readonly MeasuredWait[]): Pace {
  const all = { halfMs: findPace(waits, HALF), mostMs: findPace(waits, MOST) }
  const byPlace = [...waits].sort((one, other) => one.place - other.place)
  const short = byPlace.slice(0, Math.ceil(SHORT_SHARE * waits.length))
  if (short.length < LEAST_WAITS) return all
  return {
    ...all,
    short: { upToPlace: short.at(-1)?.place ?? 0, mostMs: findPace(short, MOST) },
  }
}

/** The working time for each place within which this share of the waits ended. */
function findPace(waits: readonly MeasuredWait[], share: number): number {
  const paces = waits
    .map(({ place, workMs }) => workMs / (place + HEAD_START))
    .sort((one, other) => one - other)
  return paces[Math.ceil(share * paces.length) - 1] ?? 0
}
