import './sim/sim-globals.ts'
import type { Violation } from './model/judge-run.ts'
import { runSchedule } from './run-schedule.ts'
import { makeSchedule } from './schedule.ts'
import type { SimServer } from './sim/sim-server.ts'
import type { Design } from './sim/sim-tab.ts'

/** The schedule that caught a wrong design. */
export interface Catch {
  seed: number
  violations: Violation[]
}

/** Plays schedules with a wrong design until one is judged; null when it survives them all. */
export async function catchDesign(
  server: SimServer,
  design: Design,
  seeds: Iterable<number>,
): Promise<Catch | null> {
  for (const seed of seeds) {
    const violations = await judgeSeed(server, seed, design)
    if (violations.length > 0) return { seed, violations }
  }
  return null
}

/** What is wrong with one schedule; a world that does not come to rest is wrong too. */
export async function judgeSeed(
  server: SimServer,
  seed: number,
  design: Design = {},
): Promise<Violation[]> {
  const { violations } = await runSchedule(server, makeSchedule(seed), design)
  return violations
}
