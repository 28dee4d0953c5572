import { SimMarket } from '#tests/faults/sim/market/sim-market.ts'
import type { ServerEffect, SimServer } from '#tests/faults/sim/market/sim-server.ts'
import { judgeRun } from './model/judge-run.ts'
import type { LeftChange, Violation } from './model/run-record.ts'
import type { Schedule } from './schedule.ts'
import type { Design } from './sim/design.ts'
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
    const left = await market.heal()
    const effects = await server.listEffects()
    const violations = judgeRun({
      intents: market.log.intents,
      effects,
      calls: market.calls(),
      told: market.log.told,
      left,
      revoked: market.revoked,
      lostKeys: market.lostKeys,
      forgottenKeys: market.forgottenKeys,
      statusAtFirst: 'pending',
      disturbances: market.disturbances(),
      looks: market.log.looks,
      holds: market.holds(),
    })
    market.end()
    const unheard = [...world.unhandled, ...rejections]
    return {
      violations: [
        ...violations,
        ...market.violations,
        ...judgeLeft(left),
        ...unheard.map(asViolation),
      ],
      intents: market.log.intents.length,
      effects: effects.length,
      calls: market.calls().length,
      story: () => tellStory(market, effects, left),
    }
  } finally {
    speak()
    leave()
    process.off('unhandledRejection', onRejection)
  }
}

function tellStory(
  market: SimMarket,
  effects: readonly ServerEffect[],
  left: readonly LeftChange[],
): string {
  const lines = [
    ...market.happened,
    'ASKED',
    ...market.log.intents.map((one) => JSON.stringify(one)),
    'SENT',
    ...market.calls().map((one) => JSON.stringify({ ...one, at: one.at - START_MS })),
    'DONE',
    ...effects.map((one) => JSON.stringify(one)),
    'LEFT',
    ...left.map((one) => JSON.stringify(one)),
    'TOLD',
    ...[...market.log.told].map(([key, words]) => `${key}: ${[...words].join()}`),
  ]
  return lines.join('\n')
}

/** Returns a violation for each change that is still queued although nothing blocks it. */
function judgeLeft(left: readonly LeftChange[]): Violation[] {
  const stuck = new Set(
    left
      .filter(({ state }) => state === 'parked' || state === 'conflict')
      .map(({ device, actorId, record }) => `${device} ${actorId} ${record}`),
  )
  return left
    .filter(({ state }) => state === 'waiting' || state === 'sending')
    .filter(({ device, actorId, record }) => !stuck.has(`${device} ${actorId} ${record}`))
    .map(({ device, record, state, message }) => ({
      rule: 'undrained',
      detail: `${device} ${record}: ${state}, ${message}`,
    }))
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
