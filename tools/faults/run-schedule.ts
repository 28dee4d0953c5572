import { judgeRun } from './model/judge-run.ts'
import type { RunRecord, Violation } from './model/run-record.ts'
import type { Schedule } from './schedule.ts'
import type { Design } from './sim/design.ts'
import { SimMarket } from './sim/market/sim-market.ts'
import type { SimServer } from './sim/market/sim-server.ts'
import { createRandom } from './sim/seeded-random.ts'
import { SimDevice } from './sim/sim-device.ts'
import { enterWorld } from './sim/sim-globals.ts'
import { countSpare } from './sim/sim-storage.ts'
import { SimWorld, START_MS } from './sim/sim-world.ts'

export interface RunResult {
  violations: Violation[]
  intents: number
  effects: number
  calls: number
  /** Returns a log of all intents, requests and effects, for debugging. */
  story(): string
}

const DEVICES = 3

/** Creates empty databases before the first schedule, so that it reuses databases like all later schedules. */
async function prepareStorages(server: SimServer): Promise<void> {
  if (countSpare() > 0) return
  const made: SimDevice[] = []
  while (made.length < DEVICES) {
    const world = new SimWorld(createRandom(0), START_MS)
    const leave = enterWorld(world)
    const device = new SimDevice(world, createRandom(0), server, 'device')
    await device.install()
    leave()
    made.push(device)
  }
  for (const device of made) device.storage.handBack()
}

/** Plays a schedule from a clean state, ends all faults, and judges the result. */
export async function runSchedule(
  server: SimServer,
  schedule: Schedule,
  design: Design = {},
  stackTraceLimit = 0,
): Promise<RunResult> {
  await prepareStorages(server)
  const world = new SimWorld(createRandom(schedule.seed ^ 0x5eed), START_MS)
  await server.reset(() => world.nowMs, design.server)
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  const leave = enterWorld(world)
  const speak = silence(stackTraceLimit)
  try {
    const market = new SimMarket(world, server, schedule, design)
    await market.begin()
    for (const step of schedule.steps) await market.play(step)
    const run = await market.heal()
    const { intents, effects, calls } = run
    const violations = judgeRun(run)
    market.end()
    const unheard = [...world.unhandled, ...rejections]
    return {
      violations: [...violations, ...market.violations, ...unheard.map(asViolation)],
      intents: intents.length,
      effects: effects.length,
      calls: calls.length,
      story: () => tellStory(market.happened, run),
    }
  } finally {
    speak()
    leave()
    process.off('unhandledRejection', onRejection)
  }
}

function tellStory(happened: readonly string[], run: RunRecord): string {
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row))
  return [
    ...happened,
    'ASKED',
    ...lines(run.intents),
    'SENT',
    ...lines(run.calls.map((one) => ({ ...one, at: one.at - START_MS }))),
    'DONE',
    ...lines(run.effects),
    'LEFT',
    ...lines(run.left),
    'TOLD',
    ...[...run.told].map(([key, words]) => `${key}: ${[...words].join()}`),
  ].join('\n')
}

function asViolation(error: unknown): Violation {
  return {
    rule: 'unhandled',
    detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}

/** Silences the console and shortens stack traces: creating stacks takes a tenth of a schedule's time. */
function silence(stackTraceLimit: number): () => void {
  const { error, warn, info } = console
  const before = Error.stackTraceLimit
  const nothing = () => undefined
  Object.assign(console, { error: nothing, warn: nothing, info: nothing })
  Error.stackTraceLimit = stackTraceLimit
  return () => {
    Object.assign(console, { error, warn, info })
    Error.stackTraceLimit = before
  }
}
