import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Drain } from '#src/outbox/sending/drain.ts'
import {
  createDrainDevice,
  type DrainDevice,
  IN_FLIGHT,
  NO_ANSWER,
  refusal,
  YES,
} from '#tests/support/drain-device.ts'
import { claimInNewRun } from '#tests/support/run-claims.ts'

// How long changes wait: after the server's answers, by the page's visibility, and after the clock
// was set.

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
let device: DrainDevice

beforeEach(() => {
  device = createDrainDevice()
})
afterEach(() => device.close())

describe('a server that asks for a delay', () => {
  test('for all requests does not receive the other changes', async () => {
    await device.queueAll('abcdefgh')
    const drain = device.openTab(() => refusal(503, 60_000))
    expect((await drain.run()).nextDueAt).toBe(60_000)
    await drain.run()
    expect(device.sent).toHaveLength(IN_FLIGHT)
    expect((await device.list()).map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
  })

  test('gets no further request while nothing is queued', async () => {
    await device.store.holdAll(9_000, 0)
    expect(await device.openTab(() => YES).run()).toEqual({ nextDueAt: null })
  })

  describe('for one change', () => {
    beforeEach(async () => {
      await device.queueAll('a')
      await device.openTab(() => refusal(500, 60_000)).run()
    })

    test('is not called earlier by "Sync now", a returning user or a reopened app', async () => {
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
})

describe('a clock that was set', () => {
  /**
   * Milliseconds of virtual time until all changes are confirmed, running the drain when its
   * reports say so.
   */
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

  const STARTS = {
    'a change postponed by the server': async () => {
      await device.openTab(() => refusal(500, 60_000)).run()
    },
    'a server that asked for a delay': async () => {
      await device.openTab(() => refusal(503, 60_000)).run()
    },
    'a lost call': async () => {
      await device.openTab(() => NO_ANSWER).run()
    },
    'a claim and a run of a dead tab': async () => {
      await claimInNewRun(device.store, { nowMs: device.nowMs })
    },
  }

  describe.each(Object.entries(STARTS))('leaves nothing stuck: %s', (_name, begin) => {
    test.each([
      ['back by a year', -YEAR_MS],
      ['back by two hours', -2 * HOUR_MS],
      ['forward by a year', YEAR_MS],
    ])('if it was set %s', async (_way, ms) => {
      device.nowMs = 2 * YEAR_MS
      await device.queueAll('a')
      await begin()
      device.nowMs += ms
      expect(await measureDraining(device.openTab(() => YES))).toBeLessThanOrEqual(20_000)
    })
  })

  test.each(['a lost call', 'a claim and a run of a dead tab'] as const)(
    'back by half an hour delays no change by half an hour: %s',
    async (name) => {
      device.nowMs = YEAR_MS
      await device.queueAll('a')
      await STARTS[name]()
      device.nowMs -= HOUR_MS / 2
      expect(await measureDraining(device.openTab(() => YES))).toBeLessThanOrEqual(20_000)
    },
  )
})
