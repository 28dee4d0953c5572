import { describe, expect, test } from 'vitest'
import type { RunMode } from '#src/outbox/sending/drain-run.ts'
import { setupOutbox } from '#tests/support/outbox/run-claims.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const NOW = 1_000_000
const outbox = setupOutbox()
const ALIVE_MS = 45_000 // after its last heartbeat, a run counts as alive for this time
const STOLEN_MS = 120_000 // the longest time for which a superseded tab may have a call under way
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

const begin = async (mode: RunMode = 'sole', nowMs = NOW) =>
  (await outbox.store.startRun(mode, nowMs)).fencingToken
const ignoresLeases = async (mode: RunMode, nowMs = NOW) =>
  (await outbox.store.startRun(mode, nowMs)).ignoreLeases
const claimAs = (fencingToken: number, nowMs = NOW) =>
  outbox.store.claimChanges({
    userId: 'asha',
    fencingToken,
    nowMs,
    isTogether: true,
    limit: 10,
    first: 'oldest',
    leaseMsOf: () => 1_000,
    ignoreLeases: false,
    longestPauseMs: 20_000,
    takes: () => true,
  })

/** Whether the newest run counts as alive for exactly ALIVE_MS after this moment. */
async function livesFrom(nowMs: number): Promise<boolean> {
  const isAlive = await outbox.store.isRunAlive(nowMs + ALIVE_MS - 1)
  return isAlive && !(await outbox.store.isRunAlive(nowMs + ALIVE_MS))
}

test('before the first run, no run counts as alive and no delay holds requests back', async () => {
  expect(await outbox.store.isRunAlive(NOW)).toBe(false)
  expect(await outbox.store.findBusyUntil(NOW)).toBe(0)
})

test('each run has its own fencing token, even if runs start at the same time or after a restart', async () => {
  const numbers = await Promise.all([begin(), begin()])
  outbox.reopen()
  numbers.push(await begin())
  expect(numbers.sort()).toEqual([1, 2, 3])
})

test('only the newest run gets claims and counts as alive; a superseded run changes nothing', async () => {
  await outbox.store.queueChange(sampleChange())
  const overtaken = await begin()
  const newest = await begin()
  expect(await claimAs(overtaken, NOW + 9_000)).toBeNull()
  expect(await outbox.store.listChanges('asha')).toMatchObject([
    { state: 'waiting', tries: 0, fence: 0 },
  ])
  expect(await livesFrom(NOW)).toBe(true)
  expect(await claimAs(newest)).toHaveLength(1)
})

describe('a heartbeat', () => {
  test('is recorded by a claim, even if nothing could be claimed', async () => {
    expect(await claimAs(await begin(), NOW + 9_000)).toEqual([])
    expect(await livesFrom(NOW + 9_000)).toBe(true)
  })

  test('is recorded for the newest run, but not for a superseded run', async () => {
    const overtaken = await begin()
    const newest = await begin()
    expect(await outbox.store.sendHeartbeat(overtaken, NOW + 20_000)).toBe(false)
    expect(await livesFrom(NOW)).toBe(true)
    expect(await outbox.store.sendHeartbeat(newest, NOW + 20_000)).toBe(true)
    expect(await livesFrom(NOW + 20_000)).toBe(true)
  })

  test('that was recorded before the clock was set back does not count', async () => {
    await begin('sole', NOW + YEAR_MS)
    expect(await outbox.store.isRunAlive(NOW)).toBe(false)
  })
})

test('after the newest run has ended, no run counts as alive; the end of a superseded run changes nothing', async () => {
  const overtaken = await begin()
  const newest = await begin()
  await outbox.store.endRun(overtaken)
  expect(await outbox.store.isRunAlive(NOW)).toBe(true)
  await outbox.store.endRun(newest)
  expect(await outbox.store.isRunAlive(NOW)).toBe(false)
})

describe('a claim of an earlier run', () => {
  test('can be taken over before its lease ends only by a run in the mode "sole"', async () => {
    expect(await ignoresLeases('shared')).toBe(false)
    expect(await ignoresLeases('sole')).toBe(true)
    expect(await ignoresLeases('stolen')).toBe(false)
  })

  test('keeps its lease for two minutes after the lock was last stolen, even after a restart', async () => {
    await begin('stolen', NOW - 60_000)
    await begin('stolen')
    await outbox.store.endRun(await begin('sole', NOW + 1))
    outbox.reopen()
    expect(await ignoresLeases('sole', NOW + STOLEN_MS - 1)).toBe(false)
    expect(await ignoresLeases('sole', NOW + STOLEN_MS)).toBe(true)
  })

  test('loses its lease if the lock was stolen while the clock was a year ahead', async () => {
    await begin('stolen', NOW + YEAR_MS)
    expect(await ignoresLeases('sole')).toBe(true)
  })
})

describe('a delay for all requests', () => {
  test('lasts until its end, even if the run that set it has ended', async () => {
    await outbox.store.holdAll(NOW + 60_000, NOW)
    await outbox.store.endRun(await begin())
    expect(await outbox.store.findBusyUntil(NOW + 59_999)).toBe(NOW + 60_000)
    expect(await outbox.store.findBusyUntil(NOW + 60_000)).toBe(0)
  })

  test('lasts as long as the longest of several delays', async () => {
    for (const ms of [9_000, 60_000, 30_000]) await outbox.store.holdAll(NOW + ms, NOW)
    expect(await outbox.store.findBusyUntil(NOW)).toBe(NOW + 60_000)
  })

  test('has no effect after the clock was set back by a year, and a new delay replaces it', async () => {
    await outbox.store.holdAll(NOW + YEAR_MS, NOW + YEAR_MS)
    expect(await outbox.store.findBusyUntil(NOW)).toBe(0)
    await outbox.store.holdAll(NOW + 9_000, NOW)
    expect(await outbox.store.findBusyUntil(NOW)).toBe(NOW + 9_000)
  })
})
