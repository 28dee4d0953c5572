import './sim/sim-globals.ts'
import type { Violation } from './model/run-record.ts'
import { type RunResult, runSchedule } from './run-schedule.ts'
import { makeSchedule, type Schedule } from './schedule.ts'
import { type SimServer, startSimServer } from './sim/market/sim-server.ts'

const STACK_LINES = 10 // lines of each error's stack in the log of a single schedule

export interface SeedResult extends Omit<RunResult, 'story'> {
  seed: number
}

/** Plays schedules one after the other until `onResult` returns false. */
export async function runSeeds(
  seeds: Iterable<number>,
  onResult: (result: SeedResult) => boolean | undefined,
): Promise<void> {
  await onServer(async (server) => {
    for (const seed of seeds) {
      const { story, ...result } = await playToItsEnd(server, makeSchedule(seed))
      if (onResult({ seed, ...result }) === false) break
    }
  })
}

/** The log of one schedule, played with all its steps or only with `keptSteps`. */
export function tellSeed(seed: number, keptSteps: readonly number[] | null): Promise<string> {
  return onServer(async (server) => {
    const schedule = keptSteps ? keepSteps(seed, keptSteps) : makeSchedule(seed)
    const { story, violations } = await runSchedule(server, schedule, {}, STACK_LINES)
    return `${story()}\nVIOLATIONS\n${JSON.stringify(violations, null, 1)}`
  })
}

/** Shrinks a failing schedule to the steps that it needs to fail. Returns the violated rules and these steps. */
export function shrinkSeed(seed: number): Promise<{ rules: string[]; steps: number[] }> {
  return onServer(async (server) => {
    const rulesOf = async (kept: readonly number[]) => {
      const { violations } = await playToItsEnd(server, keepSteps(seed, kept))
      return [...new Set(violations.map(({ rule }) => rule))]
    }
    let steps = makeSchedule(seed).steps.map((_, index) => index)
    const rules = await rulesOf(steps)
    for (const index of [...steps].reverse()) {
      const fewer = steps.filter((kept) => kept !== index)
      const still = await rulesOf(fewer)
      if (still.some((rule) => rules.includes(rule))) steps = fewer
    }
    return { rules, steps }
  })
}

async function onServer<Result>(work: (server: SimServer) => Promise<Result>): Promise<Result> {
  const server = await startSimServer()
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

function keepSteps(seed: number, kept: readonly number[]): Schedule {
  const whole = makeSchedule(seed)
  return { ...whole, steps: whole.steps.filter((_, index) => kept.includes(index)) }
}

/** A schedule that cannot be played to its end counts as a failure, because its violations are unknown. */
async function playToItsEnd(server: SimServer, schedule: Schedule): Promise<RunResult> {
  try {
    return await runSchedule(server, schedule)
  } catch (error) {
    const violations: Violation[] = [{ rule: 'unplayable', detail: String(error) }]
    return { violations, intents: 0, effects: 0, calls: 0, story: () => '' }
  }
}
