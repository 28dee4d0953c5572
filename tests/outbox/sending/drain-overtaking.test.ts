import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/send-change.ts'
import type { Change } from '#src/domain/change.ts'
import {
  createDrainDevice,
  createGate,
  type DrainDevice,
  IN_FLIGHT,
  overtake,
  refusal,
  YES,
} from '#tests/support/outbox/drain-device.ts'
import { claimInNewRun } from '#tests/support/outbox/run-claims.ts'
import { createVirtualLocks } from '#tests/support/outbox/virtual-locks.ts'

// Only one drain of a device runs at a time. Another drain supersedes the run of a tab that sends no heartbeat.

const ALIVE_MS = 45_000 // after its last heartbeat, a tab counts as alive for this time
const RECHECK_MS = 2_000
const STOLEN_MS = 120_000 // the longest time for which a superseded tab may have a call under way
let device: DrainDevice
let locks: ReturnType<typeof createVirtualLocks>

beforeEach(() => {
  device = createDrainDevice()
  locks = createVirtualLocks()
})
afterEach(() => device.close())

const openTab = () => device.openTab(() => YES, { locks })

/** Opens a tab whose calls all stay pending until the gate opens. */
async function openStuckTab(entityIds: string) {
  await device.queueAll(entityIds)
  const gate = createGate<ChangeAnswer>()
  const drain = device.openTab(() => gate.pass(), { locks })
  const run = drain.run()
  await gate.reached
  await device.settle()
  return { drain, run, gate }
}

describe('with Web Locks', () => {
  test("a drain takes the lock of another tab 45 seconds after that tab's last heartbeat", async () => {
    const stuck = await openStuckTab('abcdef')
    const other = openTab()
    device.nowMs = ALIVE_MS - 1
    expect(await other.run()).toMatchObject({ nextDueAt: device.nowMs + RECHECK_MS })
    expect(device.sentIds()).toEqual([...'abcde'])
    device.nowMs = ALIVE_MS
    await overtake(device, other)
    expect(device.sentIds().slice(IN_FLIGHT)).toContain('f')
    stuck.gate.open(YES)
    await stuck.run
  })

  test('a tab that keeps claiming is alive, however long its run takes', async () => {
    await device.queueAll('abcdefgh')
    const first = createGate<ChangeAnswer>()
    const rest = createGate<ChangeAnswer>()
    const answer = ({ entityId }: Change) => (entityId === 'a' ? first.pass() : rest.pass())
    const slow = device.openTab(answer, { locks })
    const run = slow.run()
    await rest.reached
    device.nowMs = ALIVE_MS - 5_000
    first.open(YES)
    await device.settle()
    device.nowMs = ALIVE_MS + 5_000
    await openTab().run()
    expect(device.sent).toHaveLength(IN_FLIGHT + 1)
    rest.open(YES)
    await run
    expect(new Set(await device.states())).toEqual(new Set(['acked']))
  })

  test('a superseded tab gets no claims when it is thawed, and its late answer overwrites no result of another tab', async () => {
    const frozen = await openStuckTab('a')
    await device.queueAll('x')
    device.nowMs = ALIVE_MS
    const slow = createGate<ChangeAnswer>()
    const other = device.openTab(({ entityId }) => (entityId === 'x' ? slow.pass() : YES), {
      locks,
    })
    const otherRun = overtake(device, other)
    await slow.reached
    await device.settle()
    await device.queueAll('b')
    frozen.gate.open(refusal(422))
    expect(await frozen.run).toMatchObject({ nextDueAt: device.nowMs + RECHECK_MS })
    expect(device.sentIds().sort()).toEqual(['a', 'a', 'x'])
    expect(await device.states()).toEqual(['acked', 'sending', 'waiting'])
    expect(device.results()).toEqual(['done'])
    slow.open(YES)
    await otherRun
  })

  test("a superseded tab's run ends after its own calls, and reports when the tab should start another run", async () => {
    const frozen = await openStuckTab('a')
    let isOver = false
    const told = frozen.run.finally(() => {
      isOver = true
    })
    device.nowMs = ALIVE_MS
    await overtake(device, openTab())
    await device.queueAll('b')
    await device.settle()
    expect(isOver).toBe(false)
    frozen.gate.open(YES)
    expect(await told).toMatchObject({ nextDueAt: device.nowMs + RECHECK_MS })
    await openTab().run()
    expect(device.sentIds()).toEqual(['a', 'a', 'b'])
    expect(await device.states()).toEqual(['acked', 'acked'])
  })

  test('a superseded tab may still settle a change that no other tab has claimed', async () => {
    const frozen = await openStuckTab('a')
    await device.queueAll('b')
    await device.database.changes.update(1, { leasedUntil: STOLEN_MS })
    device.nowMs = ALIVE_MS
    await overtake(device, openTab())
    expect(await device.states()).toEqual(['sending', 'acked'])
    frozen.gate.open(YES)
    await frozen.run
    await device.settle()
    expect(await device.states()).toEqual(['acked', 'acked'])
  })

  test('a run never mistakes its own pending calls for those of a dead tab', async () => {
    await device.queueAll('ab')
    const gate = createGate<ChangeAnswer>()
    const drain = device.openTab(({ entityId }) => (entityId === 'b' ? gate.pass() : YES), {
      locks,
    })
    const run = drain.run()
    await gate.reached
    await device.settle()
    expect(device.sentIds()).toEqual(['a', 'b'])
    gate.open(YES)
    await run
    expect(await device.states()).toEqual(['acked', 'acked'])
  })
})

describe('without Web Locks', () => {
  test('two drains that start at the same time send each change once', async () => {
    await device.queueAll('abcdefghij')
    const tabs = [device.openTab(() => YES), device.openTab(() => YES)]
    await Promise.all(tabs.map((tab) => tab.run()))
    for (const tab of tabs) await tab.run()
    expect(device.sentIds().sort()).toEqual([...'abcdefghij'])
    expect(new Set(await device.states())).toEqual(new Set(['acked']))
  })

  test('a drain takes over the run of a dead tab and its claims after 45 seconds', async () => {
    await device.queueAll('ab')
    await claimInNewRun(device.store, { limit: 1 })
    const other = device.openTab(() => YES)
    device.nowMs = ALIVE_MS - 1
    await other.run()
    expect(device.sent).toEqual([])
    device.nowMs = ALIVE_MS
    await other.run()
    expect(device.sentIds().sort()).toEqual(['a', 'b'])
  })
})
