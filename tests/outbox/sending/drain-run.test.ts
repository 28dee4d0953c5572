import { expect, test, vi } from 'vitest'
import { createDrainRunner, DRAIN_LOCK, type DrainReport } from '#src/outbox/sending/drain-run.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { createVirtualLocks } from '#tests/support/outbox/virtual-locks.ts'

const NOW = 1_000_000
const NOTHING: DrainReport = { nextDueAt: null }
const LOOK_AGAIN: DrainReport = { nextDueAt: NOW + 2_000, isHeldElsewhere: true }

/** Tabs that share these locks. `isAlive`: whether the newest run has a heartbeat. */
function createTabs(isAlive: boolean, locks = createVirtualLocks(), hasLocks = true) {
  const runs: string[] = []
  const isRunAlive = vi.fn(async (_nowMs: number) => isAlive)
  const clock = { nowMs: NOW }
  const runner = createDrainRunner({
    store: { isRunAlive },
    locks: hasLocks ? locks : undefined,
    now: () => clock.nowMs,
  })
  return {
    runs,
    isRunAlive,
    clock,
    isHeld: () => locks.isHeld(DRAIN_LOCK),
    take: (tab: string, work: () => Promise<DrainReport> = async () => NOTHING) =>
      runner.tryRun((mode) => {
        runs.push(`${tab} ${mode}`)
        return work()
      }),
  }
}

test("a drain holds a free lock only during its run, and returns the run's report", async () => {
  const { take, runs, isHeld, isRunAlive } = createTabs(true)
  const report = await take('page', async () => ({ nextDueAt: isHeld() ? 7 : null }))
  expect([report, isHeld()]).toEqual([{ nextDueAt: 7 }, false])
  expect(runs).toEqual(['page sole'])
  expect(isRunAlive).not.toHaveBeenCalled()
})

test.each([
  ['a failed run', new Error('The disk is full.')],
  // Not to be mistaken for a stolen lock.
  ['a run with an AbortError of the storage', new DOMException('It was aborted.', 'AbortError')],
])('%s rejects and releases the lock', async (_what, error) => {
  const { take, runs, isHeld } = createTabs(false)
  await expect(take('page', () => Promise.reject(error))).rejects.toBe(error)
  expect([runs, isHeld()]).toEqual([['page sole'], false])
})

test('a drain does not steal the lock of a live holder', async () => {
  const { take, runs, isRunAlive } = createTabs(true)
  const gate = createGate<DrainReport>()
  const holder = take('holder', gate.pass)
  await gate.reached
  expect(await take('other')).toEqual(LOOK_AGAIN)
  gate.open({ nextDueAt: 7 })
  expect(await holder).toEqual({ nextDueAt: 7 })
  expect(runs).toEqual(['holder sole'])
  expect(isRunAlive.mock.calls).toEqual([[NOW]])
})

test('a drain steals the lock of a dead holder; the run of the holder, if it fails later, rejects and affects no other run', async () => {
  const { take, runs, clock, isHeld } = createTabs(false)
  const first = createGate<DrainReport>()
  const holder = take('holder', () => first.pass().then(fail))
  await first.reached
  // One check is not enough, because the holder may have started just now. The next check is two seconds later.
  expect(await take('other')).toEqual(LOOK_AGAIN)
  clock.nowMs += 1_999
  await take('other')
  expect(runs).toEqual(['holder sole'])
  clock.nowMs += 1
  const second = createGate<DrainReport>()
  const other = take('other', second.pass)
  await second.reached
  expect(runs).toEqual(['holder sole', 'other stolen'])
  first.open(NOTHING)
  await expect(holder).rejects.toThrow('The connection is gone.')
  expect(isHeld()).toBe(true)
  second.open({ nextDueAt: 9 })
  expect(await other).toEqual({ nextDueAt: 9 })

  function fail(): never {
    throw new Error('The connection is gone.')
  }
})

test.each([
  ['a live run blocks another run', true, LOOK_AGAIN, []],
  ['a dead run is replaced, and its leases are respected', false, NOTHING, ['page shared']],
])('without Web Locks, %s', async (_what, isAlive, report, runs) => {
  const tabs = createTabs(isAlive, undefined, false)
  expect(await tabs.take('page')).toEqual(report)
  expect(tabs.runs).toEqual(runs)
})
