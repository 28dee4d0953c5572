import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import {
  type ScheduleDeps,
  type ScheduledWork,
  startSchedule,
} from '#server/platform/jobs/schedule-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { openDatabaseForTest } from '#tests/support/server/server-for-test.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let logged: string[]
let deps: ScheduleDeps

beforeEach(async () => {
  const { db } = await openDatabaseForTest()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  logged = []
  const log = makeLog('info', { write: (line) => logged.push(line) })
  const clock = () => new Date('2025-09-17T06:30:00.000Z')
  deps = { db, clock, background: makeBackgroundWork(log), log, metrics: makeMetrics() }
})

const start = (work: ScheduledWork) => startSchedule(deps, [work])
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const countHangs = async (job: string) =>
  Number(
    new RegExp(`background_hangs_total\\{work="${job}"\\} (\\d+)`).exec(
      await deps.metrics.render(),
    )?.[1],
  )

test('a run that hangs for ten minutes is logged and counted with the name of its job, and the next run goes on', async () => {
  const runs: (() => boolean)[] = []
  const job = start({
    name: 'cleanup',
    everyMs: HOUR_MS,
    run: ({ isStopping }) => {
      runs.push(isStopping)
      return runs.length === 1 ? new Promise(() => {}) : Promise.resolve()
    },
  })
  expect(await countHangs('cleanup')).toBe(0)
  await pass(10 * MINUTE_MS - 1)
  expect(logged).toEqual([])
  await pass(1)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, job: 'cleanup' }])
  expect(await countHangs('cleanup')).toBe(1)
  expect(runs[0]?.()).toBe(true) // if it ever goes on, it ends at its next step
  await pass(50 * MINUTE_MS)
  expect(runs).toHaveLength(2)
  expect(runs[1]?.()).toBe(false)
  job.stop()
  await deps.background.settle()
})

test('a long run does not count as hanging while it goes on from step to step, and no other run begins meanwhile', async () => {
  const runs: (() => boolean)[] = []
  const job = start({
    name: 'imports',
    everyMs: MINUTE_MS,
    run: ({ isStopping }) => {
      runs.push(isStopping)
      return new Promise(() => {})
    },
  })
  for (let step = 0; step < 20; step += 1) {
    await pass(9 * MINUTE_MS)
    expect(runs[0]?.()).toBe(false)
  }
  expect(runs).toHaveLength(1)
  expect(await countHangs('imports')).toBe(0)
  job.stop()
  expect(runs[0]?.()).toBe(true)
})

test('a run that fails is logged, and the next run begins as usual', async () => {
  let runs = 0
  const job = start({
    name: 'expiry',
    everyMs: MINUTE_MS,
    run: () => {
      runs += 1
      return Promise.reject(new Error('no room'))
    },
  })
  await pass(2 * MINUTE_MS)
  job.stop()
  expect(runs).toBe(3)
  expect(logged).toHaveLength(3)
})

test('a shutdown waits for work in the background for thirty seconds, and then goes on with a warning', async () => {
  deps.background.start(() => new Promise(() => {}))
  let isSettled = false
  void deps.background.settle().then(() => {
    isSettled = true
  })
  await pass(29_999)
  expect(isSettled).toBe(false)
  await pass(1)
  expect(isSettled).toBe(true)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, left: 1 }])
})
