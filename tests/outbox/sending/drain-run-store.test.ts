import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { RunMode } from '#src/outbox/sending/drain-run.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewRun } from '#tests/support/run-claims.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

const NOW = 1_000_000
const ALIVE_MS = 45_000 // since the last heartbeat
const STOLEN_MS = 120_000 // the longest time for which a superseded tab may have a call under way
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
let database: OutboxDatabase
let store: OutboxStore

beforeEach(() => {
  database = createOutboxDatabase()
  store = createOutboxStore(database)
})
afterEach(async () => {
  database.close()
  await Dexie.delete('outbox')
})

const begin = async (mode: RunMode = 'sole', nowMs = NOW) =>
  (await store.startRun(mode, nowMs)).fencingToken
const ignoresLeases = async (mode: RunMode, nowMs = NOW) =>
  (await store.startRun(mode, nowMs)).ignoreLeases
const claimAs = (fencingToken: number, nowMs = NOW) =>
  store.claimChanges({
    userId: 'asha',
    fencingToken,
    nowMs,
    limit: 10,
    first: 'oldest',
    leaseMsOf: () => 1_000,
    ignoreLeases: false,
    longestPauseMs: 20_000,
  })

/** Whether the newest run counts as alive for exactly one heartbeat interval after this moment. */
async function livesFrom(nowMs: number): Promise<boolean> {
  const isAlive = await store.isRunAlive(nowMs + ALIVE_MS - 1)
  return isAlive && !(await store.isRunAlive(nowMs + ALIVE_MS))
}

test('before the first run nothing is alive and the server is not busy', async () => {
  expect([await store.isRunAlive(NOW), await store.findBusyUntil(NOW)]).toEqual([false, 0])
})

test('each run has its own fencing token, concurrently and after a restart', async () => {
  const numbers = await Promise.all([begin(), begin()])
  database.close()
  database = createOutboxDatabase()
  store = createOutboxStore(database)
  numbers.push(await begin())
  expect(numbers.sort()).toEqual([1, 2, 3])
})

test('only the newest run gets claims; a superseded one changes nothing', async () => {
  await store.queueChange(sampleChange())
  const overtaken = await begin()
  const newest = await begin()
  expect(await claimAs(overtaken, NOW + 9_000)).toBeNull()
  expect(await store.listChanges('asha')).toMatchObject([{ state: 'waiting', tries: 0, fence: 0 }])
  expect(await livesFrom(NOW)).toBe(true)
  expect(await claimAs(newest)).toHaveLength(1)
})

describe('a heartbeat', () => {
  test('is the start of a run', async () => {
    await begin()
    expect(await livesFrom(NOW)).toBe(true)
  })

  test('is a claim, even if nothing could be claimed', async () => {
    expect(await claimAs(await begin(), NOW + 9_000)).toEqual([])
    expect(await livesFrom(NOW + 9_000)).toBe(true)
  })

  test('is sent by a run with a long call, but not by a superseded one', async () => {
    const overtaken = await begin()
    const newest = await begin()
    expect(await store.sendHeartbeat(overtaken, NOW + 20_000)).toBe(false)
    expect(await livesFrom(NOW)).toBe(true)
    expect(await store.sendHeartbeat(newest, NOW + 20_000)).toBe(true)
    expect(await livesFrom(NOW + 20_000)).toBe(true)
  })

  test('from before the clock was set back does not count', async () => {
    await begin('sole', NOW + YEAR_MS)
    expect(await store.isRunAlive(NOW)).toBe(false)
  })
})

test('the end of a run takes effect at once, unless the run was superseded', async () => {
  const overtaken = await begin()
  const newest = await begin()
  await store.endRun(overtaken)
  expect(await store.isRunAlive(NOW)).toBe(true)
  await store.endRun(newest)
  expect(await store.isRunAlive(NOW)).toBe(false)
})

describe('a leftover claim', () => {
  test.each([
    ['sole', true],
    ['stolen', false],
    ['shared', false],
  ] as const)('of a dead process can be taken over in a %s run: %s', async (mode, isDead) => {
    expect(await ignoresLeases(mode)).toBe(isDead)
  })

  test('may belong to a thawed tab for two minutes after a theft and a restart', async () => {
    await begin('stolen')
    await store.endRun(await begin('sole', NOW + 1))
    database.close()
    database = createOutboxDatabase()
    store = createOutboxStore(database)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS - 1)).toBe(false)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS)).toBe(true)
  })

  test('may belong to a thawed tab for two minutes after the last of several thefts', async () => {
    await begin('stolen')
    await begin('stolen', NOW + 60_000)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS)).toBe(false)
    expect(await ignoresLeases('sole', NOW + 60_000 + STOLEN_MS)).toBe(true)
  })

  test('is not protected by a theft dated a year ahead by a wrong clock', async () => {
    await begin('stolen', NOW + YEAR_MS)
    expect(await ignoresLeases('sole')).toBe(true)
  })
})

describe('a delay for all requests', () => {
  test('lasts until its end, across runs', async () => {
    await store.holdAll(NOW + 60_000, NOW)
    await store.endRun(await begin())
    expect(await store.findBusyUntil(NOW + 59_999)).toBe(NOW + 60_000)
    expect(await store.findBusyUntil(NOW + 60_000)).toBe(0)
  })

  test.each([
    ['the longer one last', 9_000, 60_000],
    ['the shorter one last', 60_000, 9_000],
  ])('is the longest of several: %s', async (_order, first, second) => {
    await store.holdAll(NOW + first, NOW)
    await store.holdAll(NOW + second, NOW)
    expect(await store.findBusyUntil(NOW)).toBe(NOW + 60_000)
  })

  test('neither lasts nor overrides a new one after the clock was set back by a year', async () => {
    await store.holdAll(NOW + YEAR_MS, NOW + YEAR_MS)
    expect(await store.findBusyUntil(NOW)).toBe(0)
    await store.holdAll(NOW + 9_000, NOW)
    expect(await store.findBusyUntil(NOW)).toBe(NOW + 9_000)
  })
})

test('runs belong to the device: they also supersede those of another user', async () => {
  await store.queueChange(sampleChange({ userId: 'ravi' }))
  const overtaken = await begin()
  expect(await claimInNewRun(store, { userId: 'ravi', nowMs: NOW })).toHaveLength(1)
  expect(await claimAs(overtaken)).toBeNull()
})

test('fencing tokens and the count of confirmations do not affect each other', async () => {
  await store.queueChange(sampleChange())
  const [claimed] = await claimInNewRun(store, { nowMs: NOW })
  if (claimed) await store.ackChange(claimed, { version: 4, event: null, isFound: false })
  expect(await store.countAcked()).toBe(1)
  expect(await begin()).toBe(2)
})
