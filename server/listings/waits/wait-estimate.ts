// How long a submission waits for its decision, from the measured waits of others. Pure: all times are epoch milliseconds,
// and all durations are working time of the review calendar.

import { addWorkingTime, type WorkTimes } from '#src/domain/due/work-calendar.ts'

export const LEAST_WAITS = 20 // of fewer, a fifth is less than four waits
const HEAD_START = 20 // places: in a short queue each place takes longer, because a review and a question to the owner take their time
const HALF = 0.5
const MOST = 0.8

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
  return { halfMs: after(pace.halfMs), mostMs: after(pace.mostMs) }
}

function paceOf(waits: readonly MeasuredWait[]): Pace {
  const paces = waits
    .map(({ place, workMs }) => workMs / (place + HEAD_START))
    .sort((one, other) => one - other)
  const at = (share: number) => paces[Math.ceil(share * paces.length) - 1] ?? 0
  return { halfMs: at(HALF), mostMs: at(MOST) }
}
