import type { DemoRandom } from './demo-random.ts'
import { agoAt, DAY_MS, HOUR_MS } from './demo-time.ts'

/** A boost somebody paid for: the listing shows its end, the payments show its price. */
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

/** A boost that still runs; it was bought after the listing went live. */
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

/** A boost that has run out; null while the listing is too young to have had one. */
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
