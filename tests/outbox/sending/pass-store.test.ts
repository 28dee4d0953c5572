import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutboxStore, type OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { Turn } from '#src/outbox/sending/pass-store.ts'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { claimInNewPass } from '#tests/support/pass-claims.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

const NOW = 1_000_000
const ALIVE_MS = 45_000 // after the last sign of life
const STOLEN_MS = 120_000 // as long as an overtaken tab may have a call under way
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

const begin = async (turn: Turn = 'sole', nowMs = NOW) =>
  (await store.beginPass(turn, nowMs)).number
const ignoresLeases = async (turn: Turn, nowMs = NOW) =>
  (await store.beginPass(turn, nowMs)).ignoreLeases
const claimAs = (pass: number, nowMs = NOW) =>
  store.claimChanges({
    userId: 'asha',
    pass,
    nowMs,
    limit: 10,
    first: 'oldest',
    leaseMsOf: () => 1_000,
    ignoreLeases: false,
    longestPauseMs: 20_000,
  })

/** Whether the newest pass counts as alive for exactly as long after a moment as one sign of life lasts. */
async function livesFrom(nowMs: number): Promise<boolean> {
  const isAlive = await store.isPassAlive(nowMs + ALIVE_MS - 1)
  return isAlive && !(await store.isPassAlive(nowMs + ALIVE_MS))
}

test('before the first pass nothing is alive and nobody is asked to wait', async () => {
  expect([await store.isPassAlive(NOW), await store.findBusyUntil(NOW)]).toEqual([false, 0])
})

test('each pass has a number of its own, also of two that begin at once and after a restart', async () => {
  const numbers = await Promise.all([begin(), begin()])
  database.close()
  database = createOutboxDatabase()
  store = createOutboxStore(database)
  numbers.push(await begin())
  expect(numbers.sort()).toEqual([1, 2, 3])
})

test('only the newest pass is granted claims; an overtaken one takes nothing and changes nothing', async () => {
  await store.queueChange(sampleChange())
  const overtaken = await begin()
  const newest = await begin()
  expect(await claimAs(overtaken, NOW + 9_000)).toBeNull()
  expect(await store.listChanges('asha')).toMatchObject([{ state: 'waiting', tries: 0, fence: 0 }])
  expect(await livesFrom(NOW)).toBe(true)
  expect(await claimAs(newest)).toHaveLength(1)
})

describe('a sign of life', () => {
  test('is the beginning of a pass', async () => {
    await begin()
    expect(await livesFrom(NOW)).toBe(true)
  })

  test('is a claim, though it found nothing to claim', async () => {
    expect(await claimAs(await begin(), NOW + 9_000)).toEqual([])
    expect(await livesFrom(NOW + 9_000)).toBe(true)
  })

  test('is a word of a pass whose call takes long; not of one that was overtaken', async () => {
    const overtaken = await begin()
    const newest = await begin()
    expect(await store.keepPass(overtaken, NOW + 20_000)).toBe(false)
    expect(await livesFrom(NOW)).toBe(true)
    expect(await store.keepPass(newest, NOW + 20_000)).toBe(true)
    expect(await livesFrom(NOW + 20_000)).toBe(true)
  })

  test('of a clock that was set back since counts for nothing', async () => {
    await begin('sole', NOW + YEAR_MS)
    expect(await store.isPassAlive(NOW)).toBe(false)
  })
})

test('the end of a pass is told at once; the end of an overtaken one says nothing', async () => {
  const overtaken = await begin()
  const newest = await begin()
  await store.endPass(overtaken)
  expect(await store.isPassAlive(NOW)).toBe(true)
  await store.endPass(newest)
  expect(await store.isPassAlive(NOW)).toBe(false)
})

describe('a leftover claim', () => {
  test.each([
    ['sole', true],
    ['stolen', false],
    ['shared', false],
  ] as const)('of a turn that is %s can only be a dead process: %s', async (turn, isDead) => {
    expect(await ignoresLeases(turn)).toBe(isDead)
  })

  test('may be a thawed tab for two minutes after any theft, through later passes and a restart', async () => {
    await begin('stolen')
    await store.endPass(await begin('sole', NOW + 1))
    database.close()
    database = createOutboxDatabase()
    store = createOutboxStore(database)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS - 1)).toBe(false)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS)).toBe(true)
  })

  test('may be a thawed tab for two minutes after the last of several thefts', async () => {
    await begin('stolen')
    await begin('stolen', NOW + 60_000)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS)).toBe(false)
    expect(await ignoresLeases('sole', NOW + 60_000 + STOLEN_MS)).toBe(true)
  })

  test('is not held back by a theft that a clock set back since puts a year ahead', async () => {
    await begin('stolen', NOW + YEAR_MS)
    expect(await ignoresLeases('sole')).toBe(true)
  })
})

describe('the rest that the server asks for', () => {
  test('lasts until its end, through later passes', async () => {
    await store.holdAll(NOW + 60_000, NOW)
    await store.endPass(await begin())
    expect(await store.findBusyUntil(NOW + 59_999)).toBe(NOW + 60_000)
    expect(await store.findBusyUntil(NOW + 60_000)).toBe(0)
  })

  test.each([
    ['the longer wish last', 9_000, 60_000],
    ['the shorter wish last', 60_000, 9_000],
  ])('is the longest of those that stand: %s', async (_order, first, second) => {
    await store.holdAll(NOW + first, NOW)
    await store.holdAll(NOW + second, NOW)
    expect(await store.findBusyUntil(NOW)).toBe(NOW + 60_000)
  })

  test('neither stands nor outlasts a new one, once a clock set back puts it a year ahead', async () => {
    await store.holdAll(NOW + YEAR_MS, NOW + YEAR_MS)
    expect(await store.findBusyUntil(NOW)).toBe(0)
    await store.holdAll(NOW + 9_000, NOW)
    expect(await store.findBusyUntil(NOW)).toBe(NOW + 9_000)
  })
})

test("the pass of a device is not one person's: it counts for whoever signs in next", async () => {
  await store.queueChange(sampleChange({ userId: 'ravi' }))
  const overtaken = await begin()
  expect(await claimInNewPass(store, { userId: 'ravi', nowMs: NOW })).toHaveLength(1)
  expect(await claimAs(overtaken)).toBeNull()
})

test('the row of the passes and the count of confirmations leave each other alone', async () => {
  await store.queueChange(sampleChange())
  const [claimed] = await claimInNewPass(store, { nowMs: NOW })
  if (claimed) await store.ackChange(claimed, { version: 4, event: null, isFound: false })
  expect(await store.countAcked()).toBe(1)
  expect(await begin()).toBe(2)
})
