import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChangeAnswer } from '#src/api/change-call.ts'
import type { Change } from '#src/domain/change.ts'
import type { Drain } from '#src/outbox/sending/drain.ts'
import {
  createDrainDevice,
  createGate,
  type DrainDevice,
  IN_FLIGHT,
  NO_ANSWER,
  YES,
} from '#tests/support/outbox/drain-device.ts'

let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
})

describe('a lost call', () => {
  test('delays no other call while the server is reachable, and the device is not reported as offline', async () => {
    await device.queueAll('abcdefgh')
    const drain = device.openTab(({ entityId }) => (entityId === 'a' ? NO_ANSWER : YES))
    const report = await drain.run()
    expect(device.sentIds().sort()).toEqual([...'abcdefgh'])
    const lost = device.outcomes.filter(({ change }) => change.entityId === 'a')
    expect(lost).toMatchObject([{ result: 'no-answer', willRetry: true, isReachable: true }])
    expect(device.results().filter((result) => result === 'done')).toHaveLength(7)
    expect((await device.list())[0]).toMatchObject({ entityId: 'a', state: 'waiting', tries: 1 })
    expect(device.probes).toBe(1)
    expect(device.reports).not.toContain(false)
    expect(report.nextDueAt).toBe(1_000) // the delay of the lost change
  })

  test('ends the run if the server is also unreachable; unsent changes stay unsent', async () => {
    device.isServerUp = false
    await device.queueAll('abcdefgh')
    const report = await device.openTab(() => NO_ANSWER).run()
    expect(device.sent).toHaveLength(IN_FLIGHT)
    expect((await device.list()).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
    const told = device.outcomes.map(({ result, isReachable }) => [result, isReachable])
    expect(told).toEqual(Array.from({ length: IN_FLIGHT }, () => ['no-answer', false]))
    expect(report.nextDueAt).toBe(4_000) // the lost calls count as one timeout, whose delay is at most 8 s
    expect(device.reachable).toBe('offline')
  })

  test('causes only one reachability check, however many calls are lost', async () => {
    device.isServerUp = false
    await device.queueAll('abcde')
    const question = createGate<boolean>()
    const isReachable = vi.fn(question.pass)
    const late = createGate<ChangeAnswer>()
    const respond = ({ entityId }: Change) => (entityId === 'e' ? late.pass() : NO_ANSWER)
    const run = device.openTab(respond, { isReachable }).run()
    await question.reached
    await device.settle()
    question.open(false)
    await device.settle()
    late.open(NO_ANSWER)
    await run
    expect(isReachable).toHaveBeenCalledOnce()
  })
})

test('each further timeout in a row doubles the delay, up to twenty seconds, and no change is claimed', async () => {
  device.isServerUp = false
  await device.queueAll('a')
  const drain = device.openTab(() => NO_ANSWER, { random: () => 1 })
  expect(await listPauses(drain, 4)).toEqual([8_000, 16_000, 20_000, 20_000])
  expect(await device.list()).toMatchObject([{ tries: 1 }])
})

test('a drain keeps checking an unreachable server while the page is visible, even with an empty queue', async () => {
  device.reachable = 'offline'
  device.isServerUp = false
  device.isVisible = false
  const drain = device.openTab(() => YES)
  expect(await drain.run()).toEqual({ nextDueAt: null })
  device.isVisible = true
  expect((await drain.run()).nextDueAt).toBeGreaterThan(0)
  device.isServerUp = true
  expect(await drain.run()).toEqual({ nextDueAt: null })
  expect([device.probes, device.reachable]).toEqual([2, 'online'])
})

test('a timed-out change is sent again with the same key once the server answers', async () => {
  await device.queue()
  device.isServerUp = false
  const drain = device.openTab(() => (device.isServerUp ? YES : NO_ANSWER))
  await drain.run()
  await drain.run()
  expect(device.sent).toHaveLength(1)
  device.isServerUp = true
  await drain.run()
  expect(device.sent.map(({ key }) => key)).toEqual([device.sent[0]?.key, device.sent[0]?.key])
  expect(await device.states()).toEqual(['acked'])
})

test('a drain retries all listings less and less often if the server answers only the reachability check', async () => {
  await device.queueAll('abcdefgh')
  const drain = device.openTab(() => NO_ANSWER)
  expect(await listPauses(drain, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  expect((await device.list()).map(({ tries }) => tries)).toEqual(Array.from('abcdefgh', () => 6))
  const told = device.outcomes.map(({ result, isReachable }) => [result, isReachable])
  expect(told).toEqual(Array.from({ length: 48 }, () => ['no-answer', true]))
})

/** Runs the drain so often, each time when it is due. Returns the delays before the next runs in milliseconds. */
async function listPauses(drain: Drain, runs: number): Promise<number[]> {
  const pauses: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const { nextDueAt } = await drain.run()
    pauses.push((nextDueAt ?? 0) - device.nowMs)
    device.nowMs = nextDueAt ?? 0
  }
  return pauses
}
