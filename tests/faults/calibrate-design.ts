import './sim/sim-globals.ts'
import { WRONG_DESIGNS } from './designs/wrong-designs.ts'
import type { Violation } from './model/run-record.ts'
import { runSchedule } from './run-schedule.ts'
import { makeSchedule } from './schedule.ts'
import type { Design } from './sim/design.ts'
import { type SimServer, startSimServer } from './sim/sim-server.ts'

/** A wrong design (a known mistake of offline apps) that survives this many schedules shows a gap in the tests. */
export const MOST_SCHEDULES = 1_000

/** The schedule that caught a wrong design. Seeds count from 1: the seed tells how many schedules the catch took. */
export interface Catch {
  seed: number
  violations: Violation[]
}

/**
 * Plays schedules with a wrong design, from the first one, until a schedule fails that passes without the design. Returns
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

/** Runs `catchDesign` for the wrong designs with these names, or for all of them without names. */
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
