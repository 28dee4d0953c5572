// What sellers read about the time of their decision: measured and stored by scheduled work, and only computed on reading.

import type { Kysely } from 'kysely'
import { getReviewRules } from '#server/listings/changes/review-rules-repository.ts'
import {
  type ExpectBy,
  expectTimes,
  type Flow,
  measureFlow,
} from '#server/listings/waits/wait-estimate.ts'
import {
  findStoredFlow,
  listDecidedWaits,
  removeWaitsDecidedBefore,
  setStoredFlow,
} from '#server/listings/waits/wait-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type WorkTimes, workingTimeBetween, workTimesOf } from '#src/domain/due/work-calendar.ts'
import { WAIT_DAYS } from '#src/domain/retention.ts'

const DAY_MS = 86_400_000
const FLOW_MS = 5 * 60_000 // a decision more or less does not move the figures of 30 days

/** The times for submissions at their place now, from what is stored. */
export async function prepareExpectations(db: Kysely<Tables>, now: Date): Promise<ExpectBy> {
  const stored = await findStoredFlow(db)
  if (!stored) return () => null
  const flow: Flow = JSON.parse(stored.paces)
  const times = workTimesOf((await getReviewRules(db)).calendar)
  return makeExpectBy(flow, times, now)
}

export function makeExpectBy(flow: Flow, times: WorkTimes, now: Date): ExpectBy {
  return (wait) => {
    const expected = expectTimes(flow, wait, { times, nowMs: now.getTime() })
    return (
      expected && {
        half: new Date(expected.halfMs).toISOString(),
        fourFifths: new Date(expected.mostMs).toISOString(),
      }
    )
  }
}

/** Measures the stored decisions of the last 30 days and stores the result, unless that was done a few minutes ago. */
export async function refreshFlow(db: Kysely<Tables>, times: WorkTimes, now: Date): Promise<Flow> {
  const stored = await findStoredFlow(db)
  if (stored && now.getTime() - Date.parse(stored.computed_at) < FLOW_MS)
    return JSON.parse(stored.paces)
  const after = new Date(now.getTime() - WAIT_DAYS * DAY_MS).toISOString()
  const waits = (await listDecidedWaits(db, after)).flatMap(
    ({ since, is_again, place, decided_at }) => {
      if (place === null || decided_at === null) return []
      const workMs = workingTimeBetween(times, Date.parse(since), Date.parse(decided_at))
      return [{ isAgain: is_again === 1, place, workMs }]
    },
  )
  const flow = measureFlow(waits)
  await setStoredFlow(db, { computed_at: now.toISOString(), paces: JSON.stringify(flow) })
  return flow
}

export function forgetOldWaits(db: Kysely<Tables>, now: Date): Promise<void> {
  return removeWaitsDecidedBefore(db, new Date(now.getTime() - WAIT_DAYS * DAY_MS).toISOString())
}
