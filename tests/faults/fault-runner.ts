import './sim/sim-globals.ts'
import type { Violation } from './model/run-record.ts'
import { runSchedule } from './run-schedule.ts'
import { makeSchedule, type Schedule } from './schedule.ts'
import type { Design } from './sim/design.ts'
import { type SimServer, startSimServer } from './sim/sim-server.ts'

export interface SeedResult {
  seed: number
  violations: Violation[]
  intents: number
  effects: number
  calls: number
}

/** Plays schedules one after the other; `onResult` may stop it by answering false. */
export async function runSeeds(
  seeds: Iterable<number>,
  onResult: (result: SeedResult) => boolean | undefined,
  design: Design = {},
): Promise<void> {
  const server = await startSimServer()
  for (const seed of seeds) {
    const { violations, intents, effects, calls } = await playToItsEnd(
      server,
      makeSchedule(seed),
      design,
    )
    if (onResult({ seed, violations, intents, effects, calls }) === false) break
  }
  await server.close()
}

/** A schedule that does not come to its end is a failure like any other: nobody knows what it would have shown. */
async function playToItsEnd(
  server: SimServer,
  schedule: Schedule,
  design: Design = {},
): Promise<Omit<SeedResult, 'seed'>> {
  try {
    return await runSchedule(server, schedule, design)
  } catch (error) {
    const violations: Violation[] = [{ rule: 'unplayable', detail: String(error) }]
    return { violations, intents: 0, effects: 0, calls: 0 }
  }
}

/** The story of one schedule, of all its steps or of some. */
export async function tellSeed(seed: number, keptSteps: readonly number[] | null): Promise<string> {
  const server = await startSimServer()
  const whole = makeSchedule(seed)
  const steps = keptSteps
    ? whole.steps.filter((_, index) => keptSteps.includes(index))
    : whole.steps
  const result = await runSchedule(server, { ...whole, steps })
  await server.close()
  return `${result.story()}\nVIOLATIONS\n${JSON.stringify(result.violations, null, 1)}`
}

/** A failing schedule cut down to steps without which it is green: what is broken, and the steps that show it. */
export async function shrinkSeed(seed: number): Promise<{ rules: string[]; steps: number[] }> {
  const server = await startSimServer()
  const whole = makeSchedule(seed)
  const rulesOf = async (kept: readonly number[]) => {
    const steps = whole.steps.filter((_, index) => kept.includes(index))
    const { violations } = await playToItsEnd(server, { ...whole, steps })
    return [...new Set(violations.map(({ rule }) => rule))]
  }
  let steps = whole.steps.map((_, index) => index)
  const rules = await rulesOf(steps)
  for (const index of [...steps].reverse()) {
    const fewer = steps.filter((kept) => kept !== index)
    const still = await rulesOf(fewer)
    if (still.some((rule) => rules.includes(rule))) steps = fewer
  }
  await server.close()
  return { rules, steps }
}
