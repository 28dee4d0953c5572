import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChangeOutcomes } from '#src/outbox/change-outcomes.ts'
import { type Connectivity, createConnectivity } from '#src/outbox/connectivity.ts'
import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import { startPageDrain } from '#src/outbox/sending/page-drain.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'
import { OPERATOR } from '#tests/support/render-with-sync.tsx'

// When a page makes delayed changes due because the network is back. Time is virtual.

const makeUnansweredDue = vi.fn(async () => undefined)
let connectivity: Connectivity
let waiting: boolean
let isUp: boolean
let end: () => void

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  waiting = true
  isUp = false
  makeUnansweredDue.mockClear()
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new TypeError('unreachable')
    return new Response('{"status":"ok"}')
  })
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

function start(): void {
  connectivity = createConnectivity({ onLine: true }, window)
  const session = createSessionStore(localStorage, window)
  session.set(OPERATOR)
  const outcomes = createChangeOutcomes()
  // A run ends before its first step, so that only this module makes a change due.
  const store = {
    makeUnansweredDue,
    isWorkingOffline: async () => true,
    isRunAlive: async () => true,
  }
  const page = startPageDrain(window, {
    store: store as unknown as OutboxStore, // a run uses no more of it
    outcomes,
    session,
    connectivity,
    view: {
      get: () => ({
        state: 'ready',
        changes: waiting ? [sampleChange()] : [],
        batches: [],
        unreadable: 0,
        databaseId: 1,
      }),
      subscribe: () => () => undefined,
    },
    presence: {
      isVisible: () => true,
      yieldsToOther: async () => false,
      isHeldByHiddenPage: async () => false,
    },
    onUnauthorised: () => undefined,
  })
  end = () => {
    page.stop()
    page.notifier.dispose()
    outcomes.dispose()
    session.dispose()
    connectivity.dispose()
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('delayed changes are due within three seconds of the server being reachable', async () => {
  start()
  connectivity.report(false)
  await pass(20_000)
  expect(makeUnansweredDue).not.toHaveBeenCalled()
  isUp = true
  await pass(3_000)
  expect(makeUnansweredDue).toHaveBeenCalledOnce()
  expect(connectivity.isProven()).toBe(true)
})

test('delayed changes are due at once after an `online` event and after any answered call', async () => {
  start()
  window.dispatchEvent(new Event('online'))
  expect(makeUnansweredDue).toHaveBeenCalledTimes(1)
  connectivity.report(false)
  connectivity.report(true)
  expect(makeUnansweredDue).toHaveBeenCalledTimes(2)
})

test('the server is not probed while nothing waits', async () => {
  waiting = false
  start()
  connectivity.report(false)
  isUp = true
  await pass(60_000)
  expect(connectivity.get()).toBe('offline')
})
