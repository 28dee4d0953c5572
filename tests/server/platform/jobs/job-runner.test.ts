import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBackgroundWork } from '#server/operations/background-work.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import type { Job, JobKind, JobRun } from '#server/platform/jobs/job-kind-service.ts'
import {
  addJobs,
  countJobs,
  forgetOldJobs,
  removeJobs,
} from '#server/platform/jobs/job-queue-service.ts'
import {
  makeJobRunner,
  type RunnerDeps,
  runDueJobs,
} from '#server/platform/jobs/job-runner-service.ts'
import { makeLog } from '#server/platform/log/server-log.ts'
import { makeMetrics } from '#server/platform/metrics/metrics-service.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LANES = 4

const database = databaseForEachTest()
let now: Date
let logged: string[]
let deps: RunnerDeps & { background: ReturnType<typeof makeBackgroundWork> }

beforeEach(() => {
  now = new Date('2025-09-17T06:30:00.000Z')
  logged = []
  const log = makeLog('info', { write: (line) => logged.push(line) })
  const { db } = database
  const background = makeBackgroundWork(log)
  deps = { db, write: makeWrite(db), clock: () => now, log, metrics: makeMetrics(), background }
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

function makeKind(run: JobKind['run'], change: Partial<JobKind> = {}): JobKind {
  return {
    name: 'mails',
    lanes: LANES,
    limitMs: MINUTE_MS,
    everyMs: 1_000,
    backOff: { firstMs: MINUTE_MS, growth: 2, longestMs: HOUR_MS, givenUpAfterMs: DAY_MS },
    run,
    ...change,
  }
}

const add = (lane: string, ...keys: string[]) =>
  deps.write((trx) =>
    addJobs(
      trx,
      'mails',
      keys.map((key) => ({ lane, key })),
      now,
    ),
  )
const runAll = (kind: JobKind) => runDueJobs(deps, kind)
const readJob = () => deps.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()

/** Keeps runs from ending until `end`, and tells which have begun. */
function makeHeld() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = async ({ lane, key }: Job) => {
    begun.push(`${lane}${key}`)
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  return { begun, run, end: () => ends.splice(0).map((one) => one()) }
}

/** Waits without timers, which some tests replace. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate)
}

const receivers = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 })

test('every receiver has one job at a time, in the order in which they were due, while others hang', async () => {
  await fc.assert(
    fc.asyncProperty(receivers, async (lanes) => {
      await deps.db.deleteFrom('jobs').execute()
      const expected = new Map<string, string[]>()
      for (const [place, number] of lanes.entries()) {
        const [lane, key] = [`lane-${number}`, String(place)]
        pass(1)
        await add(lane, key)
        expected.set(lane, [...(expected.get(lane) ?? []), key])
      }
      const hanging = new Set([...expected.keys()].slice(0, LANES - 1))
      const served = new Map<string, string[]>()
      const busy = new Set<string>()
      const ends: (() => void)[] = []
      const kind = makeKind(async ({ lane, key }) => {
        expect(busy.has(lane)).toBe(false)
        busy.add(lane)
        served.set(lane, [...(served.get(lane) ?? []), key])
        if (hanging.has(lane)) await new Promise<void>((resolve) => ends.push(resolve))
        busy.delete(lane)
      })
      const running = runAll(kind)
      await until(() =>
        [...expected].every(
          ([lane, { length }]) => served.get(lane)?.length === (hanging.has(lane) ? 1 : length),
        ),
      )
      let isOver = false
      void running.then(() => {
        isOver = true
      })
      await until(() => {
        for (const end of ends.splice(0)) end()
        return isOver
      })
      expect(served).toEqual(expected)
    }),
    { numRuns: 25, examples: [[[1, 1, 2, 3, 4, 4]]] },
  )
})

test('receivers take turns: one with much to do does not keep the others waiting', async () => {
  await add('a', ...[...Array(50).keys()].map(String))
  pass(1)
  for (const lane of ['b', 'c', 'd']) await add(lane, '1', '2')
  const served: string[] = []
  const kind = makeKind(async ({ lane }) => void served.push(lane), { lanes: 1 })
  await runAll(kind)
  expect(served.slice(0, 8)).toEqual(['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'])
})

test('two processes run each job once', async () => {
  for (const lane of ['a', 'b', 'c', 'd', 'e']) await add(lane, '1', '2', '3')
  const served: string[] = []
  const kind = makeKind(async ({ lane, key }) => void served.push(lane + key))
  await Promise.all([runAll(kind), runAll(kind), runAll(kind)])
  expect(served).toHaveLength(15)
  expect(new Set(served).size).toBe(15)
})

test('a job that another process has begun since this one searched is not begun again', async () => {
  await add('a', '1')
  const { begun, run, end } = makeHeld()
  const kind = makeKind(run)
  let other: Promise<void> | undefined
  const write: typeof deps.write = async (work) => {
    other ??= runAll(kind)
    await until(() => begun.length > 0)
    return deps.write(work)
  }
  await makeJobRunner({ ...deps, write }, kind, () => false)()
  expect(await readJob()).toMatchObject({ attempts: 1 })
  end()
  await other
  await deps.background.settle()
  expect(begun).toEqual(['a1'])
})

test('after the stop, running jobs end and no other begins', async () => {
  await add('a', '1', '2')
  const { begun, run, end } = makeHeld()
  let isStopping = false
  await makeJobRunner(deps, makeKind(run), () => isStopping)()
  await until(() => begun.length === 1)
  isStopping = true
  end()
  await deps.background.settle()
  expect(begun).toHaveLength(1)
  expect(await countJobs(deps.db)).toEqual([{ kind: 'mails', state: 'waiting', jobs: 1 }])
})

test('a job that is added in a transaction that fails does not exist', async () => {
  const failing = deps.write(async (trx) => {
    await addJobs(trx, 'mails', [{ lane: 'a', key: '1' }], now)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await countJobs(deps.db)).toEqual([])
})

test('a failed job is tried again later and later, tells why, and is given up after its time', async () => {
  await add('a', '1')
  const minutes: number[] = []
  const start = now.getTime()
  const kind = makeKind(async (_, { settle }) => {
    minutes.push((now.getTime() - start) / MINUTE_MS)
    await settle({ isDone: false, failed: 'It was refused.' })
  })
  await runAll(kind)
  expect(await countJobs(deps.db)).toEqual([{ kind: 'mails', state: 'failing', jobs: 1 }])
  for (let minute = 1; minute <= 1_500; minute += 1) {
    pass(MINUTE_MS)
    await runAll(kind)
  }
  expect(minutes.slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  expect(minutes.at(-1)).toBeLessThanOrEqual(DAY_MS / MINUTE_MS)
  expect(await readJob()).toMatchObject({ outcome: 'It was refused.', dead_at: expect.any(String) })
  expect(await countJobs(deps.db)).toEqual([{ kind: 'mails', state: 'dead', jobs: 1 }])
  expect(logged.filter((line) => line.includes('a job was given up'))).toHaveLength(1)
})

test('what a run throws counts as a failed attempt, is logged, and is in no row', async () => {
  await add('a', '1')
  await runAll(makeKind(() => Promise.reject(new Error('asha@example.in is unknown'))))
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 50, job: 'mails' })
  expect(await readJob()).toMatchObject({ leased_until: null, dead_at: null })
  expect(JSON.stringify(await readJob())).not.toContain('asha')
})

test('a receiver that is down delays all of its jobs after one attempt', async () => {
  await add('a', '1', '2', '3')
  await add('b', '1')
  const served: string[] = []
  const kind = makeKind(async ({ lane, key }, { settle }) => {
    served.push(lane + key)
    if (lane === 'a') await settle({ isDone: false, failed: 'It is down.', isReceiverDown: true })
  })
  await runAll(kind)
  expect(served.map(([lane]) => lane).sort()).toEqual(['a', 'b'])
  pass(MINUTE_MS)
  await runAll(kind)
  expect(served).toHaveLength(3)
})

test('a run that another one has taken over stores nothing, neither by renewing nor by settling', async () => {
  await add('a', '1')
  const { begun, run, end } = makeHeld()
  const stored: boolean[] = []
  const written: string[] = []
  const slow = async (job: Job, jobRun: JobRun) => {
    await run(job)
    stored.push(await deps.write((trx) => jobRun.renew(trx)))
    stored.push(await jobRun.settle({ isDone: true }, async () => void written.push('slow')))
  }
  const first = runAll(makeKind(slow))
  await expect.poll(() => begun).toHaveLength(1)
  pass(MINUTE_MS)
  const second = runAll(makeKind(run))
  await expect.poll(() => begun).toHaveLength(2)
  end()
  await Promise.all([first, second])
  expect(stored).toEqual([false, false])
  expect(written).toEqual([])
  expect(await countJobs(deps.db)).toEqual([])
})

test('a job that is taken back while it runs stores nothing', async () => {
  await add('a', '1')
  const { begun, run, end } = makeHeld()
  let isStored: boolean | null = null
  const running = runAll(
    makeKind(async (job, { settle }) => {
      await run(job)
      isStored = await settle({ isDone: false, failed: 'no' })
    }),
  )
  await expect.poll(() => begun).toHaveLength(1)
  await deps.write((trx) => removeJobs(trx, ['mails'], ['1']))
  end()
  await running
  expect(isStored).toBe(false)
  expect(await countJobs(deps.db)).toEqual([])
})

test('a run that hangs is logged and counted, its lane is free again, and what it does later is not stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await add('a', '1')
  let settleLate: (() => Promise<boolean>) | undefined
  const served: string[] = []
  const kind = makeKind(
    ({ key }, { settle }) => {
      served.push(key)
      settleLate ??= () => settle({ isDone: true })
      return key === '1' && served.length === 1 ? new Promise(() => {}) : Promise.resolve()
    },
    { lanes: 1 },
  )
  const running = runAll(kind)
  await until(() => served.length === 1)
  await add('b', '2')
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(served).toEqual(['1'])
  pass(MINUTE_MS)
  await vi.advanceTimersByTimeAsync(1)
  await running
  expect(served).toEqual(['1', '2'])
  expect(await deps.metrics.render()).toContain('background_hangs_total{work="mails"} 1')
  expect(await settleLate?.()).toBe(false)
  expect(await countJobs(deps.db)).toEqual([{ kind: 'mails', state: 'failing', jobs: 1 }])
})

test('a long run keeps its job by renewing it, and an interrupted one goes on at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await add('a', '1')
  const { begun, run, end } = makeHeld()
  const renewed: boolean[] = []
  let isInterrupted = true
  const kind = makeKind(async (job, { renew, settle }) => {
    await run(job)
    if (!isInterrupted) return
    for (let step = 0; step < 5; step += 1) {
      await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
      pass(MINUTE_MS - 1)
      renewed.push(await deps.write(renew))
    }
    // Another process finds nothing that it may run.
    await runAll(makeKind(async () => void begun.push('elsewhere')))
    isInterrupted = false
    await settle('interrupted')
  })
  const running = runAll(kind)
  await until(() => begun.length === 1)
  end()
  await until(() => begun.length === 2)
  end()
  await running
  expect(renewed).toEqual([true, true, true, true, true])
  expect(begun).toEqual(['a1', 'a1'])
  expect(await countJobs(deps.db)).toEqual([])
})

test('jobs that were done or given up stay for 30 days, and what waits stays', async () => {
  await add('a', '1')
  await add('b', '2')
  await deps.db
    .updateTable('jobs')
    .set({ dead_at: now.toISOString() })
    .where('lane', '=', 'a')
    .execute()
  pass(30 * DAY_MS)
  await forgetOldJobs(deps.db, now)
  expect(await deps.db.selectFrom('jobs').select('lane').orderBy('lane').execute()).toHaveLength(2)
  pass(1)
  await forgetOldJobs(deps.db, now)
  expect(await deps.db.selectFrom('jobs').select('lane').execute()).toEqual([{ lane: 'b' }])
})
