import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DrainTriggers, startDrainTriggers } from '#src/outbox/sending/drain-triggers.ts'
import type { DrainReport } from '#src/outbox/sending/drain-turn.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/drain-device.ts'

// When a page drains, and that it stops when it is told to. Time is virtual.

let runs: number
let pass: () => Promise<DrainReport>
let triggers: DrainTriggers

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  runs = 0
  pass = async () => ({ nextDueAt: null })
})
afterEach(() => {
  triggers.stop()
  vi.useRealTimers()
})

/** Starts the triggers, and lets the pass that they begin with come to its end. */
async function start(): Promise<void> {
  const drain = {
    run() {
      runs += 1
      return pass()
    },
    idle: async () => undefined,
    nudge: () => undefined,
  }
  triggers = startDrainTriggers({ drain, window, document, serviceWorker: undefined })
  await vi.advanceTimersByTimeAsync(0)
}

const failing = async () => {
  throw new Error('The disk is full.')
}

const EVENTS: [what: string, tell: () => void][] = [
  ['the network is said to be back', () => window.dispatchEvent(new Event('online'))],
  ['it is shown again out of the cache', () => window.dispatchEvent(new Event('pageshow'))],
  ['it is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
]

describe('a page drains', () => {
  test('at its start, and not again while nothing waits for a moment', async () => {
    await start()
    expect([runs, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('when a change falls due', async () => {
    pass = async () => ({ nextDueAt: 5_000 })
    await start()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
  })

  test('within a minute, however far off the next change is: a timer sleeps with the device', async () => {
    pass = async () => ({ nextDueAt: 3_600_000 })
    await start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(2)
  })

  test('ten seconds after its storage failed a pass', async () => {
    expectConsole('error', /could not be sent/)
    pass = failing
    await start()
    pass = async () => ({ nextDueAt: null })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([runs, vi.getTimerCount()]).toEqual([2, 0])
  })

  test.each(EVENTS)('when %s', async (_what, tell) => {
    await start()
    tell()
    expect(runs).toBe(2)
  })

  test('when it is asked to, and in a moment when the network changed', async () => {
    await start()
    triggers.wake()
    await vi.advanceTimersByTimeAsync(0)
    triggers.look()
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toBe(3)
  })

  test('no more for a change that a pass in between has settled', async () => {
    pass = async () => ({ nextDueAt: 5_000 })
    await start()
    pass = async () => ({ nextDueAt: null })
    triggers.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with one timer at most, set by the pass that ended last', async () => {
    pass = async () => ({ nextDueAt: Date.now() + 5_000 })
    await start()
    await vi.advanceTimersByTimeAsync(3_000)
    triggers.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs).toBe(2)
  })
})

describe('a page that was stopped', () => {
  test('forgets the change that was to fall due', async () => {
    pass = async () => ({ nextDueAt: 5_000 })
    await start()
    triggers.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('sets no timer for what a pass under way leaves behind', async () => {
    const gate = createGate<DrainReport>()
    pass = gate.pass
    await start()
    triggers.stop()
    gate.open({ nextDueAt: 5_000 })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('sets no timer after a pass under way that failed', async () => {
    expectConsole('error', /could not be sent/)
    const gate = createGate<null>()
    pass = () => gate.pass().then(failing)
    await start()
    triggers.stop()
    gate.open(null)
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('does not look when the network changes', async () => {
    await start()
    triggers.stop()
    triggers.look()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(EVENTS)('does nothing when %s', async (_what, tell) => {
    await start()
    triggers.stop()
    tell()
    expect(runs).toBe(1)
  })
})
