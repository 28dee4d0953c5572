import { expect, test } from 'vitest'
import { createDrainTurn, DRAIN_LOCK, type DrainReport } from '#src/outbox/sending/drain-turn.ts'
import type { Turn } from '#src/outbox/sending/pass-store.ts'
import { createGate } from '#tests/support/drain-device.ts'
import { createVirtualLocks } from '#tests/support/virtual-locks.ts'

const NOW = 1_000_000
const NOTHING: DrainReport = { nextDueAt: null }
const LOOK_AGAIN: DrainReport = { nextDueAt: NOW + 2_000, isHeldElsewhere: true }

function createTabs(isAlive: boolean, locks: ReturnType<typeof createVirtualLocks> | undefined) {
  const runs: [tab: string, turn: Turn][] = []
  const askedAt: number[] = []
  const store = {
    async isPassAlive(nowMs: number) {
      askedAt.push(nowMs)
      return isAlive
    },
  }
  let nowMs = NOW
  const turn = createDrainTurn({ store, locks, now: () => nowMs })
  return {
    later(ms: number) {
      nowMs += ms
    },
    runs,
    askedAt,
    take: (tab: string, work: () => Promise<DrainReport> = async () => NOTHING) =>
      turn.take((kind) => {
        runs.push([tab, kind])
        return work()
      }),
  }
}

test('a free lock is held for the pass alone, and what the pass found is passed on', async () => {
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

test('a pass that fails says so and gives the lock back', async () => {
  const locks = createVirtualLocks()
  const { take } = createTabs(false, locks)
  const failing = take('page', async () => {
    throw new Error('The disk is full.')
  })
  await expect(failing).rejects.toThrow('The disk is full.')
  expect(locks.isHeld(DRAIN_LOCK)).toBe(false)
})

test('a pass whose storage aborted is not taken for one whose lock was stolen', async () => {
  const { take, runs } = createTabs(false, createVirtualLocks())
  const failing = take('page', async () => {
    throw new DOMException('The transaction was aborted.', 'AbortError')
  })
  await expect(failing).rejects.toThrow('The transaction was aborted.')
  expect(runs).toEqual([['page', 'sole']])
})

test('a holder that gives signs of life is left alone', async () => {
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

test('a holder that gives none is overtaken, and the pass knows that it stole the lock', async () => {
  const locks = createVirtualLocks()
  const { take, runs, later } = createTabs(false, locks)
  const first = createGate<DrainReport>()
  void take('holder', first.pass)
  await first.reached
  // It may have come to its turn this very moment: one look is not enough.
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

test('a tab whose lock was stolen is not through before its own pass is', async () => {
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

test('a pass that fails after it was overtaken says so, and takes no turn of another tab', async () => {
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
  ['alive is left alone', true, LOOK_AGAIN, []],
  ['silent is overtaken, its claims believed', false, NOTHING, [['page', 'shared']]],
])('without Web Locks a pass that is %s', async (_what, isAlive, report, runs) => {
  const tabs = createTabs(isAlive, undefined)
  expect(await tabs.take('page')).toEqual(report)
  expect(tabs.runs).toEqual(runs)
})
