import { beforeEach, describe, expect, test } from 'vitest'
import {
  createDrainDevice,
  createGate,
  type DrainDevice,
  IN_FLIGHT,
  refusal,
  YES,
} from '#tests/support/outbox/drain-device.ts'

let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
})

test('a drain sends each waiting change once and reports it', async () => {
  await device.queueAll('ab')
  await device.openTab(() => YES).run()
  expect(device.sentIds()).toEqual(['a', 'b'])
  expect(await device.states()).toEqual(['acked', 'acked'])
  expect(device.results()).toEqual(['done', 'done'])
})

test('a drain sends changes of one listing in order, each based on the version that the previous one created', async () => {
  await device.queueAll('a')
  let isFirst = true
  const drain = device.openTab(async ({ action }) => {
    if (isFirst) {
      isFirst = false
      const next = { kind: 'status', to: 'rejected' } as const
      await device.queue({ entityId: 'a', action: next, from: 'approved' })
    }
    const status = action.kind === 'status' ? action.to : null
    const data = { _id: 'a', status, version: device.sent.length + 10 }
    return { ...YES, body: { success: true, data } }
  })
  await drain.run()
  expect(device.sent.map(({ base }) => base)).toEqual([3, 11])
  expect(await device.states()).toEqual(['acked', 'acked'])
})

test('`run()` during a run joins that run, which also sends changes queued meanwhile', async () => {
  await device.queueAll('a')
  const drain = device.openTab(async ({ entityId }) => {
    if (entityId === 'a') {
      await device.queueAll(['late'])
      void drain.run()
    }
    return YES
  })
  await Promise.all([drain.run(), drain.run()])
  expect(device.sentIds()).toEqual(['a', 'late'])
})

test('a change that is queued during a slow call is sent without waiting for that call', async () => {
  await device.queueAll(['slow'])
  const slow = createGate<typeof YES>()
  const drain = device.openTab(({ entityId }) => (entityId === 'slow' ? slow.pass() : YES))
  const run = drain.run()
  await slow.reached
  await device.queueAll(['fresh'])
  void drain.run()
  await device.settle()
  expect(await device.states()).toEqual(['sending', 'acked'])
  // The run never mistakes its own pending call for one of a dead tab.
  expect(device.sentIds()).toEqual(['slow', 'fresh'])
  slow.open(YES)
  await run
  expect(await device.states()).toEqual(['acked', 'acked'])
})

test('a change in flight is not claimed again by its own run, even if the run was frozen for longer than its lease', async () => {
  await device.queueAll(['slow'])
  const slow = createGate<typeof YES>()
  const drain = device.openTab(({ entityId }) => (entityId === 'slow' ? slow.pass() : YES))
  const run = drain.run()
  await slow.reached
  device.nowMs += 60_000
  await device.queueAll(['fresh'])
  void drain.run()
  await device.settle()
  slow.open(YES)
  await run
  expect(device.sentIds()).toEqual(['slow', 'fresh'])
  expect(await device.states()).toEqual(['acked', 'acked'])
})

test('a drain sends five changes at once, and a sixth after the first answer', async () => {
  await device.queueAll('abcdef')
  const first = createGate<typeof YES>()
  const others = createGate<typeof YES>()
  const sixth = createGate<typeof YES>()
  const drain = device.openTab(({ entityId }) => {
    if (entityId === 'a') return first.pass()
    return entityId === 'f' ? sixth.pass() : others.pass()
  })
  const run = drain.run()
  await first.reached
  await others.reached
  await device.settle()
  expect(device.sentIds()).toEqual([...'abcde'])
  first.open(YES)
  await sixth.reached
  expect(device.sentIds()).toEqual([...'abcdef'])
  others.open(YES)
  sixth.open(YES)
  await run
  expect(new Set(await device.states())).toEqual(new Set(['acked']))
})

test('a drain alternates between the oldest and the newest change, so that neither waits long', async () => {
  await device.queueAll('abcdefghij')
  await device.openTab(() => YES).run()
  expect(device.sentIds().slice(0, IN_FLIGHT)).toEqual([...'abcde'])
  expect(device.sentIds().slice(IN_FLIGHT).sort()).toEqual([...'fghij'])
  expect(device.sentIds()[IN_FLIGHT]).toBe('j')
})

test('a refused change is parked, and the others are sent', async () => {
  await device.queueAll(['bad', 'good'])
  await device.openTab(({ entityId }) => (entityId === 'bad' ? refusal(422) : YES)).run()
  expect(await device.states()).toEqual(['parked', 'acked'])
  expect(device.results().sort()).toEqual(['done', 'error-answer'])
})

describe('the session', () => {
  test('is dropped after a 401, which stops the run and keeps every change', async () => {
    await device.queueAll('abcdefgh')
    await device.openTab(() => refusal(401)).run()
    expect(device.sent.length).toBeLessThanOrEqual(IN_FLIGHT)
    expect(device.session).toBeNull()
    expect(new Set(await device.states())).toEqual(new Set(['waiting']))
  })

  test("of another user is never used to send a user's changes", async () => {
    await device.queue()
    device.session = { userId: 'ravi', token: 'ravi-token' }
    await device.openTab(() => YES).run()
    expect(device.sent).toEqual([])
    device.session = { userId: 'asha', token: 'new-token' }
    await device.openTab(() => YES).run()
    expect(device.sent).toMatchObject([{ token: 'new-token' }])
  })

  test('ends by a sign-out during a run: the run ends after its pending calls', async () => {
    await device.queueAll('abcdef')
    const drain = device.openTab(() => {
      device.session = null
      return YES
    })
    await drain.run()
    expect(device.sent).toHaveLength(IN_FLIGHT)
    const acked = Array.from({ length: IN_FLIGHT }, () => 'acked')
    expect(await device.states()).toEqual([...acked, 'waiting'])
  })
})
