import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutboxDatabase, type OutboxDatabase } from '#src/storage/outbox-database.ts'
import { createOutboxStore, type OutboxStore } from '#src/storage/outbox-store.ts'
import { claimInNewPass } from '#tests/support/pass-claims.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

const NOW = 1_000_000
const ALIVE_MS = 45_000 // after the last sign of life
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

const begin = (nowMs = NOW, stolenUntil: number | null = null) =>
  store.beginPass({ nowMs, stolenUntil })
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

test('before the first pass nothing is alive and nobody is asked to wait', async () => {
  expect(await store.findPass()).toMatchObject({ aliveUntil: 0, stolenUntil: 0, busyUntil: 0 })
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
  expect((await store.findPass()).aliveUntil).toBe(NOW + ALIVE_MS)
  expect(await claimAs(newest)).toHaveLength(1)
})

test('a claim is a sign of life, though it found nothing to claim', async () => {
  const pass = await begin()
  expect(await claimAs(pass, NOW + 9_000)).toEqual([])
  expect((await store.findPass()).aliveUntil).toBe(NOW + 9_000 + ALIVE_MS)
})

test('the end of a pass is told at once; the end of an overtaken one says nothing', async () => {
  const overtaken = await begin()
  const newest = await begin()
  await store.endPass(overtaken)
  expect((await store.findPass()).aliveUntil).toBe(NOW + ALIVE_MS)
  await store.endPass(newest)
  expect(await store.findPass()).toMatchObject({ value: newest, aliveUntil: 0 })
})

test('how long an overtaken call may live and how long the server is left alone outlast later passes', async () => {
  await begin(NOW, NOW + 120_000)
  await store.holdAll(NOW + 60_000)
  await store.endPass(await begin())
  expect(await store.findPass()).toMatchObject({
    stolenUntil: NOW + 120_000,
    busyUntil: NOW + 60_000,
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
  expect((await store.findPass()).value).toBe(1)
})
