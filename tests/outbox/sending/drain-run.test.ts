import { expect, test } from 'vitest'
import {
  createDrainRunner,
  DRAIN_LOCK,
  type DrainReport,
  type RunMode,
} from '#src/outbox/sending/drain-run.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { createVirtualLocks } from '#tests/support/outbox/virtual-locks.ts'

const NOW = 1_000_000
const NOTHING: DrainReport = { nextDueAt: null }
const LOOK_AGAIN: DrainReport = { nextDueAt: NOW + 2_000, isHeldElsewhere: true }

function createTabs(isAlive: boolean, locks: ReturnType<typeof createVirtualLocks> | undefined) {
  const runs: [tab: string, mode: RunMode][] = []
  const askedAt: number[] = []
  const store = {
    async isRunAlive(nowMs: number) {
      askedAt.push(nowMs)
      return isAlive
    },
  }
  let nowMs = NOW
  const runner = createDrainRunner({ store, locks, now: () => nowMs })
  return {
    later(ms: number) {
      nowMs += ms
    },
    runs,
    askedAt,
    take: (tab: string, work: () => Promise<DrainReport> = async () => NOTHING) =>
      runner.tryRun((kind) => {
        runs.push([tab, kind])
        return work()
      }),
  }
}

test("a drain holds a free lock only during its run, and returns the run's report", async () => {
  const locks = createVirtualLocks()
  const { take, runs, askedAt } = createTabs(true, locks)
  let wasHeld = false
  const report = await take('page', async () => {
    wasHeld = locks.isHeld(DRAIN_LOCK)
    return { nextDueAt: 7 }
  })
  expect([report, wasHeld, locks.isHeld(DRAIN_LOCK)]).toEqual([{ nextDueAt: 7 }, true, false])
  expect(runs).toEqual([['page', 'sole']])
  expect(askedAt).toEqual([])
})

test('a failed run rejects and releases the lock', async () => {
  const locks = createVirtualLocks()
  const { take } = createTabs(false, locks)
  const failing = take('page', async () => {
    throw new Error('The disk is full.')
  })
  await expect(failing).rejects.toThrow('The disk is full.')
  expect(locks.isHeld(DRAIN_LOCK)).toBe(false)
})

test('an AbortError of the storage is not mistaken for a stolen lock', async () => {
  const { take, runs } = createTabs(false, createVirtualLocks())
  const failing = take('page', async () => {
    throw new DOMException('The transaction was aborted.', 'AbortError')
  })
  await expect(failing).rejects.toThrow('The transaction was aborted.')
  expect(runs).toEqual([['page', 'sole']])
})

test('a drain does not steal the lock of a live holder', async () => {
  const { take, runs, askedAt } = createTabs(true, createVirtualLocks())
  const gate = createGate<DrainReport>()
  const holder = take('holder', gate.pass)
  await gate.reached
  expect(await take('other')).toEqual(LOOK_AGAIN)
  gate.open({ nextDueAt: 7 })
  expect(await holder).toEqual({ nextDueAt: 7 })
  expect(runs).toEqual([['holder', 'sole']])
  expect(askedAt).toEqual([NOW])
})

test('a drain steals the lock of a dead holder, and starts its run in the mode "stolen"', async () => {
  const locks = createVirtualLocks()
  const { take, runs, later } = createTabs(false, locks)
  const first = createGate<DrainReport>()
  void take('holder', first.pass)
  await first.reached
  // One check is not enough, because the holder may have started just now. The next check is two seconds later.
  expect(await take('other')).toEqual(LOOK_AGAIN)
  later(1_999)
  await take('other')
  expect(runs).toEqual([['holder', 'sole']])
  later(1)
  const second = createGate<DrainReport>()
  const other = take('other', second.pass)
  await second.reached
  expect(runs).toEqual([
    ['holder', 'sole'],
    ['other', 'stolen'],
  ])
  expect(locks.isHeld(DRAIN_LOCK)).toBe(true)
  second.open({ nextDueAt: 9 })
  expect(await other).toEqual({ nextDueAt: 9 })
})

test('a tab whose lock was stolen resolves only after its own run', async () => {
  const { take } = createTabs(false, createVirtualLocks())
  const gate = createGate<DrainReport>()
  let isThrough = false
  const holder = take('holder', gate.pass).finally(() => {
    isThrough = true
  })
  await gate.reached
  await take('other')
  await Promise.resolve()
  expect(isThrough).toBe(false)
  gate.open(NOTHING)
  await holder
  expect(isThrough).toBe(true)
})

test('a run that fails after its lock was stolen rejects, and does not affect other runs', async () => {
  const locks = createVirtualLocks()
  const { take, runs, later } = createTabs(false, locks)
  const gate = createGate<null>()
  const holder = take('holder', async () => {
    await gate.pass()
    throw new Error('The connection is gone.')
  })
  await gate.reached
  await take('other')
  later(2_000)
  const stolen = createGate<DrainReport>()
  const other = take('other', stolen.pass)
  await stolen.reached
  gate.open(null)
  await expect(holder).rejects.toThrow('The connection is gone.')
  expect(locks.isHeld(DRAIN_LOCK)).toBe(true)
  stolen.open({ nextDueAt: 9 })
  expect(await other).toEqual({ nextDueAt: 9 })
  expect(runs.map(([tab]) => tab)).toEqual(['holder', 'other'])
})

test.each([
  ['a live run blocks another run', true, LOOK_AGAIN, []],
  ['a dead run is replaced, and its leases are respected', false, NOTHING, [['page', 'shared']]],
])('without Web Locks, %s', async (_what, isAlive, report, runs) => {
  const tabs = createTabs(isAlive, undefined)
  expect(await tabs.take('page')).toEqual(report)
  expect(tabs.runs).toEqual(runs)
})
