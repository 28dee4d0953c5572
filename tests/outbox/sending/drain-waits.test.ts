import { beforeEach, describe, expect, test } from 'vitest'
import type { Drain } from '#src/outbox/sending/drain.ts'
import {
  createDrainDevice,
  type DrainDevice,
  IN_FLIGHT,
  NO_ANSWER,
  refusal,
  YES,
} from '#tests/support/outbox/drain-device.ts'
import { claimInNewRun } from '#tests/support/outbox/run-claims.ts'

// How long changes wait after an answer that asks for a delay, and after the device's clock was set.

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
  device.locks = undefined // a free lock would prove that no other drain is alive
})

describe('a server that asks for a delay', () => {
  test('for all requests receives no other change before the delay is over', async () => {
    await device.queueAll('abcdefgh')
    const drain = device.openTab(() => refusal(503, 60_000))
    expect((await drain.run()).nextDueAt).toBe(60_000)
    await drain.run()
    expect(device.sent).toHaveLength(IN_FLIGHT)
    expect((await device.list()).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
  })

  test('gets no request while nothing is queued', async () => {
    await device.store.holdAll(9_000, 0)
    expect(await device.openTab(() => YES).run()).toEqual({ nextDueAt: null })
  })

  test('for one change receives it no earlier, even after "Send now", a return to the page or a restart of the app', async () => {
    await device.queueAll('a')
    await device.openTab(() => refusal(500, 60_000)).run()
    device.nowMs = 59_999
    device.isVisible = false
    const drain = device.openTab(() => YES)
    await drain.run()
    device.isVisible = true
    await device.store.makeUnansweredDue('asha')
    expect(await drain.run()).toEqual({ nextDueAt: 60_000 })
    await device.openTab(() => YES).run()
    expect(device.sent).toHaveLength(1)
    device.nowMs = 60_000
    await drain.run()
    expect(await device.states()).toEqual(['acked'])
  })
})

describe("a change of the device's clock", () => {
  /** Runs the drain whenever a change is due, until all are confirmed. Returns how long this takes, in virtual ms. */
  async function measureDraining(drain: Drain): Promise<number> {
    const start = device.nowMs
    for (let run = 0; run < 100; run += 1) {
      const { nextDueAt } = await drain.run()
      if ((await device.states()).every((state) => state === 'acked')) return device.nowMs - start
      if (nextDueAt === null) break
      device.nowMs = Math.max(device.nowMs, nextDueAt)
    }
    return Number.POSITIVE_INFINITY
  }

  const STARTS: Record<string, () => Promise<unknown>> = {
    'a change postponed by the server': () => device.openTab(() => refusal(500, 60_000)).run(),
    'a server that asked for a delay': () => device.openTab(() => refusal(503, 60_000)).run(),
    'a lost call': () => device.openTab(() => NO_ANSWER).run(),
    'a claim and a run of a dead tab': () => claimInNewRun(device.store, { nowMs: device.nowMs }),
  }
  const LARGE_STEPS = {
    'back by a year': -YEAR_MS,
    'back by two hours': -2 * HOUR_MS,
    'forward by a year': YEAR_MS,
  }
  const SMALL_STEP = { 'back by half an hour': -HOUR_MS / 2 }

  test.each([
    ...combine(Object.keys(STARTS), LARGE_STEPS),
    // A server may ask for a delay of up to an hour, so a smaller step does not end such a delay.
    ...combine(['a lost call', 'a claim and a run of a dead tab'], SMALL_STEP),
  ])('delays changes by at most 20 s: after %s, the clock is set %s', async (start, _step, ms) => {
    device.nowMs = 2 * YEAR_MS
    await device.queueAll('a')
    await STARTS[start]?.()
    device.nowMs += ms
    expect(await measureDraining(device.openTab(() => YES))).toBeLessThanOrEqual(20_000)
  })

  function combine(starts: string[], steps: Record<string, number>) {
    return starts.flatMap((start) =>
      Object.entries(steps).map(([step, ms]) => [start, step, ms] as const),
    )
  }
})
