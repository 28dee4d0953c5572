import { expect, test } from 'vitest'
import { createDrainTurn, DRAIN_LOCK, type DrainReport } from '#src/sync/drain-turn.ts'
import { createGate } from '#tests/support/drain-device.ts'
import { createVirtualLocks } from '#tests/support/virtual-locks.ts'

const NOW = 1_000_000
const NOTHING: DrainReport = { nextDueAt: null }
const LOOK_AGAIN: DrainReport = { nextDueAt: NOW + 2_000 }

function createTabs(aliveUntil: number, locks: ReturnType<typeof createVirtualLocks> | undefined) {
  const runs: { tab: string; isSole: boolean }[] = []
  const row = { name: 'pass', value: 1, aliveUntil, stolenUntil: 0, busyUntil: 0 } as const
  const turn = createDrainTurn({ store: { findPass: async () => row }, locks, now: () => NOW })
  return {
    runs,
    take: (tab: string, work: () => Promise<DrainReport> = async () => NOTHING) =>
      turn.take((isSole) => {
        runs.push({ tab, isSole })
        return work()
      }),
  }
}

test('a free lock is held for the pass alone, and what the pass found is passed on', async () => {
  const locks = createVirtualLocks()
  const { take, runs } = createTabs(0, locks)
  let wasHeld = false
  const report = await take('page', async () => {
    wasHeld = locks.isHeld(DRAIN_LOCK)
    return { nextDueAt: 7 }
  })
  expect([report, wasHeld, locks.isHeld(DRAIN_LOCK)]).toEqual([{ nextDueAt: 7 }, true, false])
  expect(runs).toEqual([{ tab: 'page', isSole: true }])
})

test('a pass that fails says so and gives the lock back', async () => {
  const locks = createVirtualLocks()
  const { take } = createTabs(0, locks)
  const failing = take('page', async () => {
    throw new Error('The disk is full.')
  })
  await expect(failing).rejects.toThrow('The disk is full.')
  expect(locks.isHeld(DRAIN_LOCK)).toBe(false)
})

test.each([
  ['alive for another moment is left alone', NOW + 1, false],
  ['silent from this moment on is overtaken', NOW, true],
  ['alive for longer than any pass is, by a clock set back since, is overtaken', NOW + 1e10, true],
])('a holder that is %s', async (_what, aliveUntil, isOvertaken) => {
  const { take, runs } = createTabs(aliveUntil, createVirtualLocks())
  const gate = createGate<DrainReport>()
  const holder = take('holder', gate.pass)
  await gate.reached
  expect(await take('other')).toEqual(isOvertaken ? NOTHING : LOOK_AGAIN)
  gate.open({ nextDueAt: 7 })
  expect(await holder).toEqual(isOvertaken ? LOOK_AGAIN : { nextDueAt: 7 })
  const stolen = isOvertaken ? [{ tab: 'other', isSole: false }] : []
  expect(runs).toEqual([{ tab: 'holder', isSole: true }, ...stolen])
})

test('a pass that fails after it was overtaken disturbs nobody', async () => {
  const { take } = createTabs(0, createVirtualLocks())
  const gate = createGate<null>()
  const holder = take('holder', async () => {
    await gate.pass()
    throw new Error('The connection is gone.')
  })
  await gate.reached
  await take('other')
  gate.open(null)
  expect(await holder).toEqual(LOOK_AGAIN)
})

test.each([
  ['alive is left alone', NOW + 1, LOOK_AGAIN, []],
  ['silent is overtaken, its claims believed', NOW, NOTHING, [{ tab: 'page', isSole: false }]],
])('without Web Locks a pass that is %s', async (_what, aliveUntil, report, runs) => {
  const tabs = createTabs(aliveUntil, undefined)
  expect(await tabs.take('page')).toEqual(report)
  expect(tabs.runs).toEqual(runs)
})
