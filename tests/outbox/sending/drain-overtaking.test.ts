import { beforeEach, describe, expect, test } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
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

// Only one drain of a device runs at a time. Another drain supersedes the run of a tab that sends no heartbeat.

const ALIVE_MS = 45_000 // after its last heartbeat, a tab counts as alive for this time
const RECHECK_MS = 2_000
const STOLEN_MS = 120_000 // the longest time for which a superseded tab may have a call under way
let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
})

/** Opens a tab whose calls all stay pending until the gate opens. */
async function openStuckTab(entityIds: string) {
  await device.queueAll(entityIds)
  const gate = createGate<ChangeAnswer>()
  const run = device.openTab(gate.pass).run()
  await gate.reached
  await device.settle()
  return { run, gate }
}

describe('with Web Locks', () => {
  test("a drain takes the lock of another tab 45 seconds after that tab's last heartbeat", async () => {
    const stuck = await openStuckTab('abcdef')
    const other = device.openTab(() => YES)
    device.nowMs = ALIVE_MS - 1
    expect(await other.run()).toMatchObject({ nextDueAt: device.nowMs + RECHECK_MS })
    expect(device.sentIds()).toEqual([...'abcde'])
    device.nowMs = ALIVE_MS
    await overtake(device, other)
    expect(device.sentIds().slice(IN_FLIGHT)).toContain('f')
    stuck.gate.open(YES)
    await stuck.run
  })

  test('a superseded tab gets no claims when it is thawed, and its late answer overwrites no result of another tab', async () => {
    const frozen = await openStuckTab('a')
    await device.queueAll('x')
    device.nowMs = ALIVE_MS
    const slow = createGate<ChangeAnswer>()
    const other = device.openTab(({ entityId }) => (entityId === 'x' ? slow.pass() : YES))
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

  test('a superseded tab may still settle a change that no other tab has claimed', async () => {
    const frozen = await openStuckTab('a')
    await device.queueAll('b')
    await device.database.changes.update(1, { leasedUntil: STOLEN_MS })
    device.nowMs = ALIVE_MS
    await overtake(
      device,
      device.openTab(() => YES),
    )
    expect(await device.states()).toEqual(['sending', 'acked'])
    frozen.gate.open(YES)
    await frozen.run
    await device.settle()
    expect(await device.states()).toEqual(['acked', 'acked'])
  })
})

describe('without Web Locks', () => {
  beforeEach(() => {
    device.locks = undefined
  })

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
