import type { DemoRandom } from './demo-random.ts'
import { agoAt, DAY_MS, HOUR_MS } from './demo-time.ts'

/** A paid boost: the listing shows its end date, and the payments show its price. */
export interface DemoBoost {
  userId: string
  plan: 'BASIC' | 'STANDARD' | 'PREMIUM'
  boughtAt: string
  until: string
}

const BOOST_DAYS = [
  { plan: 'BASIC', days: 7 },
  { plan: 'STANDARD', days: 15 },
  { plan: 'PREMIUM', days: 30 },
] as const

/** An active boost, bought after the listing went live. */
export function makeRunningBoost(
  now: Date,
  userId: string,
  liveForMs: number,
  random: DemoRandom,
): DemoBoost {
  const { plan, days } = random.pick(BOOST_DAYS)
  const boughtAgoMs = Math.min(liveForMs, days * DAY_MS) * random.between(0.1, 0.9)
  return boostOf(now, userId, plan, days, boughtAgoMs)
}

/** An expired boost; null if the listing is too new for one. */
export function findPastBoost(
  now: Date,
  userId: string,
  liveForMs: number,
  random: DemoRandom,
): DemoBoost | null {
  const { plan, days } = random.pick(BOOST_DAYS)
  const least = days * DAY_MS + HOUR_MS
  if (liveForMs <= least) return null
  return boostOf(now, userId, plan, days, random.between(least, liveForMs))
}

function boostOf(
  now: Date,
  userId: string,
  plan: DemoBoost['plan'],
  days: number,
  boughtAgoMs: number,
): DemoBoost {
  return {
    userId,
    plan,
    boughtAt: agoAt(now, boughtAgoMs),
    until: agoAt(now, boughtAgoMs - days * DAY_MS),
  }
}
