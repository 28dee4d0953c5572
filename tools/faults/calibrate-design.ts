import './sim/sim-globals.ts'
import { WRONG_DESIGNS } from './designs/wrong-designs.ts'
import type { Violation } from './model/run-record.ts'
import { runSchedule } from './run-schedule.ts'
import { makeSchedule } from './schedule.ts'
import type { Design } from './sim/design.ts'
import { type SimServer, startSimServer } from './sim/market/sim-server.ts'

/** A wrong design (a known mistake of offline apps) that survives this many schedules shows a gap in the tests. */
export const MOST_SCHEDULES = 1_000

/** A schedule that fails with a wrong design. Seeds start at 1, so the seed is also the number of schedules played. */
export interface Catch {
  seed: number
  violations: Violation[]
}

/**
 * Plays schedules with a wrong design, from seed 1 on, until one fails that passes with the correct design. Returns
 * null if the design survives all. Tries the seed `likely` first: the schedule that caught the design last time usually
 * catches it again.
 */
export async function catchDesign(
  server: SimServer,
  design: Design,
  likely: number | null = null,
): Promise<Catch | null> {
  const all = Array.from({ length: MOST_SCHEDULES }, (_, index) => index + 1)
  for (const seed of likely === null ? all : [likely, ...all]) {
    const violations = await judgeSeed(server, seed, design)
    if (violations.length === 0) continue
    const isGreenWithout = (await judgeSeed(server, seed, {})).length === 0
    if (isGreenWithout) return { seed, violations }
  }
  return null
}

/** Runs `catchDesign` for the wrong designs with these names; for all wrong designs if `names` is empty. */
export async function catchDesigns(
  names: readonly string[],
  onCatch: (name: string, caught: Catch | null) => void,
): Promise<void> {
  const server = await startSimServer()
  for (const [name, design] of WRONG_DESIGNS)
    if (names.length === 0 || names.includes(name)) onCatch(name, await catchDesign(server, design))
  await server.close()
}

async function judgeSeed(server: SimServer, seed: number, design: Design): Promise<Violation[]> {
  const { violations } = await runSchedule(server, makeSchedule(seed), design)
  return violations
}
