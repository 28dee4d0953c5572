import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DrainReport } from '#src/outbox/sending/drain-run.ts'
import { type DrainTriggers, startDrainTriggers } from '#src/outbox/sending/page-drain.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'

// When a page starts drain runs, and that a stopped page starts none. Time is virtual.

let runs: number
let runDrain: () => Promise<DrainReport>
let triggers: DrainTriggers

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  runs = 0
  runDrain = async () => ({ nextDueAt: null })
})
afterEach(() => {
  triggers.stop()
  vi.useRealTimers()
})

/** Starts the triggers and waits until their first drain run has ended or waits at a gate. */
async function start(): Promise<void> {
  const drain = {
    run() {
      runs += 1
      return runDrain()
    },
    idle: async () => undefined,
    notify: () => undefined,
  }
  triggers = startDrainTriggers({ drain, window, document, serviceWorker: undefined })
  await vi.advanceTimersByTimeAsync(0)
}

const failing = async () => {
  throw new Error('The disk is full.')
}

const EVENTS: [what: string, tell: () => void][] = [
  ['the browser reports the network as back', () => window.dispatchEvent(new Event('online'))],
  ['it is restored from the back/forward cache', () => window.dispatchEvent(new Event('pageshow'))],
  ['it becomes visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
]

describe('a page starts a drain run', () => {
  test('at its start, and not again while nothing is due', async () => {
    await start()
    expect([runs, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('when a change falls due', async () => {
    runDrain = async () => ({ nextDueAt: 5_000 })
    await start()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
  })

  test('within a minute even if no change is due then, because timers stop while the device sleeps', async () => {
    runDrain = async () => ({ nextDueAt: 3_600_000 })
    await start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(2)
  })

  test('ten seconds after a run failed', async () => {
    expectConsole('error', /could not be sent/)
    runDrain = failing
    await start()
    runDrain = async () => ({ nextDueAt: null })
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

  test('at once after `triggerDrain`, and in the next task after `scheduleRun`', async () => {
    await start()
    triggers.triggerDrain()
    await vi.advanceTimersByTimeAsync(0)
    triggers.scheduleRun()
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toBe(3)
  })

  test('no more for a change that an earlier run has settled', async () => {
    runDrain = async () => ({ nextDueAt: 5_000 })
    await start()
    runDrain = async () => ({ nextDueAt: null })
    triggers.triggerDrain()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with at most one timer, set by the run that ended last', async () => {
    runDrain = async () => ({ nextDueAt: Date.now() + 5_000 })
    await start()
    await vi.advanceTimersByTimeAsync(3_000)
    triggers.triggerDrain()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(runs).toBe(2)
  })
})

describe('a stopped page', () => {
  test('cancels the timer of the next change', async () => {
    runDrain = async () => ({ nextDueAt: 5_000 })
    await start()
    triggers.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('sets no timer after a run that was under way', async () => {
    const gate = createGate<DrainReport>()
    runDrain = gate.pass
    await start()
    triggers.stop()
    gate.open({ nextDueAt: 5_000 })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('sets no timer after a run that was under way and failed', async () => {
    expectConsole('error', /could not be sent/)
    const gate = createGate<null>()
    runDrain = () => gate.pass().then(failing)
    await start()
    triggers.stop()
    gate.open(null)
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('schedules no run on request', async () => {
    await start()
    triggers.stop()
    triggers.scheduleRun()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(EVENTS)('does nothing when %s', async (_what, tell) => {
    await start()
    triggers.stop()
    tell()
    expect(runs).toBe(1)
  })
})
