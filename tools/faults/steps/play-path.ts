import { type RunResult, runSchedule } from '#tools/faults/run-schedule.ts'
import type { Schedule, Step } from '#tools/faults/schedule.ts'
import type { Design } from '#tools/faults/sim/design.ts'
import type { AccountName, SimServer } from '#tools/faults/sim/market/sim-server.ts'
import { START_MS } from '#tools/faults/sim/sim-world.ts'
import { type Armed, ArmedStep } from './armed-step.ts'
import { readSteps } from './path-words.ts'

/** A short, fixed scenario on one device. */
export interface Path {
  title: string
  account: AccountName
  /** In the commands of path-words.ts. */
  steps: string
  hasLocks?: boolean
  /** For a long path: faults are injected only at the steps whose names match. */
  onlyFor?: RegExp
  /** Replacements for parts of the product, such as its store. */
  design?: Design
}

export interface Played extends RunResult {
  reached: ReadonlyMap<string, number>
  /** Whether the run reached the occurrence of the step that gets the fault. */
  isPlayed: boolean
}

/** The wait at the end of a run whose fault freezes a tab for a minute. */
const AFTER_FREEZE_MS = 75_000
/** The wait at the end of any other run, for the effects of the last command. */
const ENDING_MS = 10_000
const SEED = 4
const BEGINNING_MS = 3_000 // the time that runSchedule takes to open one device

/** Plays a path with a fault at one of its steps, or without a fault to find out which steps it reaches. */
export async function playPath(
  server: SimServer,
  path: Path,
  armed: Armed | null,
): Promise<Played> {
  const { account, hasLocks = true, design = {} } = path
  const told = readSteps(path.steps)
  const isFreezing = armed?.fault.startsWith('frozen') ?? false
  // Opens a second tab first, which can take over when a fault kills the first tab.
  const steps: Step[] = [
    { kind: 'open-tab', device: 0, afterMs: 0 },
    ...told,
    { kind: 'look', device: 0, afterMs: isFreezing ? AFTER_FREEZE_MS : ENDING_MS },
  ]
  const schedule: Schedule = { seed: SEED, accounts: [account], steps, hasLocks }
  const from = START_MS + BEGINNING_MS
  const until = from + told.reduce((sum, { afterMs }) => sum + afterMs, 0) + ENDING_MS
  const step = new ArmedStep(armed, { from, until })
  const goAway = step.listen()
  try {
    const result = await runSchedule(server, schedule, {
      ...design,
      drain: (parts, { device }) => {
        step.learn(device)
        return design.drain?.(parts, { device }) ?? parts
      },
    })
    return { ...result, reached: step.reached, isPlayed: step.isPlayed }
  } finally {
    goAway()
  }
}
