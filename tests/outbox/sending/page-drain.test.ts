import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DrainReport } from '#src/outbox/sending/drain-run.ts'
import { type DrainTriggers, startDrainTriggers } from '#src/outbox/sending/page-drain.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'

// When a page starts drain runs, and that a stopped page starts none. Time is virtual.

const run = vi.fn<() => Promise<DrainReport>>()
let triggers: DrainTriggers

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  run.mockReset().mockResolvedValue({ nextDueAt: null })
})
afterEach(() => {
  triggers.stop()
  vi.useRealTimers()
})

/** Starts the triggers and waits until their first drain run has ended or waits at a gate. */
async function start(): Promise<void> {
  const drain = { run, idle: async () => undefined, notify: () => undefined }
  triggers = startDrainTriggers({ drain, window, document, serviceWorker: undefined })
  await pass(0)
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const DISK_FULL = new Error('The disk is full.')

const EVENTS: [what: string, tell: () => void][] = [
  ['the browser reports the network as back', () => window.dispatchEvent(new Event('online'))],
  ['it is restored from the back/forward cache', () => window.dispatchEvent(new Event('pageshow'))],
  ['it becomes visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
]

describe('a page starts a drain run', () => {
  test('at its start, and not again while nothing is due', async () => {
    await start()
    expect(run).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['when a change falls due', 5_000, 5_000],
    // Timers stop while the device sleeps.
    ['within a minute even if no change is due then', 3_600_000, 60_000],
  ])('%s', async (_when, nextDueAt, ms) => {
    run.mockResolvedValue({ nextDueAt })
    await start()
    await pass(ms - 1)
    expect(run).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('ten seconds after a run failed', async () => {
    expectConsole('error', /could not be sent/)
    run.mockRejectedValueOnce(DISK_FULL)
    await start()
    await pass(9_999)
    expect(run).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(run).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(EVENTS)('when %s', async (_what, tell) => {
    await start()
    tell()
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('at once after `triggerDrain`, and in the next task after `scheduleRun`', async () => {
    await start()
    triggers.triggerDrain()
    await pass(0)
    triggers.scheduleRun()
    expect(run).toHaveBeenCalledTimes(2)
    await pass(0)
    expect(run).toHaveBeenCalledTimes(3)
  })

  test('no more for a change that an earlier run has settled', async () => {
    run.mockResolvedValueOnce({ nextDueAt: 5_000 })
    await start()
    triggers.triggerDrain()
    await pass(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with at most one timer, set by the run that ended last', async () => {
    run.mockImplementation(async () => ({ nextDueAt: Date.now() + 5_000 }))
    await start()
    await pass(3_000)
    triggers.triggerDrain()
    await pass(0)
    expect(vi.getTimerCount()).toBe(1)
    await pass(2_000)
    expect(run).toHaveBeenCalledTimes(2)
  })
})

describe('a stopped page', () => {
  test('cancels the timer of the next change, and schedules no run on request', async () => {
    run.mockResolvedValue({ nextDueAt: 5_000 })
    await start()
    triggers.stop()
    expect(vi.getTimerCount()).toBe(0)
    triggers.scheduleRun()
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['ends', () => ({ nextDueAt: 5_000 })],
    ['fails', () => Promise.reject(DISK_FULL)],
  ])('sets no timer after a run that was under way and then %s', async (result, end) => {
    if (result === 'fails') expectConsole('error', /could not be sent/)
    const gate = createGate<null>()
    run.mockReturnValue(gate.pass().then(end))
    await start()
    triggers.stop()
    gate.open(null)
    await pass(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(EVENTS)('does nothing when %s', async (_what, tell) => {
    await start()
    triggers.stop()
    tell()
    expect(run).toHaveBeenCalledTimes(1)
  })
})
