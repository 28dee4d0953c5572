import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { hasUnfinishedWork } from '#src/app/session/unfinished-work.ts'
import { startAppUpdates } from '#src/app/updates/app-updates.ts'
import type { AppWindow } from '#src/app/updates/newest-build.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Registers an up-to-date worker. Returns its `update`, which is called for each check. */
async function startLooking() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval'] })
  const update = vi.fn(async () => undefined)
  const registration = Object.assign(new EventTarget(), { update, waiting: null, installing: null })
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  startAppUpdates(window)
  await vi.advanceTimersByTimeAsync(0)
  return update
}

const focus = () => document.dispatchEvent(new Event('visibilitychange'))
const MINUTE_MS = 60_000

test.each([
  ['at once', 10 * MINUTE_MS, 0],
  ['within half a minute of the last check', 5_000, 30_000],
])('checks for a new build %s when a tab is shown', async (_when, awayMs, withinMs) => {
  const update = await startLooking()
  await vi.advanceTimersByTimeAsync(awayMs)
  focus()
  await vi.advanceTimersByTimeAsync(withinMs)
  expect(update).toHaveBeenCalledOnce()
})

test('switching back and forth checks at most twice a minute', async () => {
  const update = await startLooking()
  for (let second = 0; second < 60; second += 1) {
    focus()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(update.mock.calls.length).toBeLessThanOrEqual(2)
})

/** A build's worker, as a page sees it. */
function makeWorker() {
  const scriptURL = new URL('/sw.js', location.href).href
  return Object.assign(new EventTarget(), { scriptURL, state: 'installing' })
}

/** A page with a worker of its own build, whose registration the test moves. */
async function openControlledPage(installing: ReturnType<typeof makeWorker> | null) {
  const registration = Object.assign(new EventTarget(), {
    update: async () => undefined,
    installing,
    waiting: null as ReturnType<typeof makeWorker> | null,
  })
  const container = Object.assign(new EventTarget(), {
    controller: makeWorker(),
    register: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  const fetch = vi.fn(async () => new Response('', { status: 503 }))
  const page = { document, navigator, location, fetch }
  const timers = { setTimeout, clearTimeout, setInterval: () => 0 }
  const updates = startAppUpdates({ ...page, ...timers } as unknown as AppWindow) // the parts in use
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled()) // the last step of the start
  const move = (worker: ReturnType<typeof makeWorker>, state: 'installed' | 'redundant') => {
    registration.installing = null
    registration.waiting = state === 'installed' ? worker : null
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
  }
  return {
    updates,
    move,
    find(): ReturnType<typeof makeWorker> {
      const worker = makeWorker()
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
      return worker
    },
  }
}

test('offers a build after two whose installation a deploy broke', async () => {
  const { updates, find, move } = await openControlledPage(null)
  for (const state of ['redundant', 'redundant', 'installed'] as const) move(find(), state)
  await vi.waitFor(() => expect(updates.get()).toBe('waiting'))
})

test('offers a build that another tab began to install before this one was opened', async () => {
  const worker = makeWorker()
  const { updates, move } = await openControlledPage(worker)
  move(worker, 'installed')
  await vi.waitFor(() => expect(updates.get()).toBe('waiting'))
})

test('takes an offer back when the waiting build is gone', async () => {
  const { updates, find, move } = await openControlledPage(null)
  const worker = find()
  move(worker, 'installed')
  await vi.waitFor(() => expect(updates.get()).toBe('waiting'))
  move(worker, 'redundant')
  await vi.waitFor(() => expect(updates.get()).toBe('none'))
})

test('does not reload a tab while the outbox is sending', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  renderApp({
    responses: {
      ...panelAnswers(),
      'PATCH /admin/properties/:id/status': async () => {
        await arrived
        return HttpResponse.json({ success: true })
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText(/^Sending 1/)
  expect(hasUnfinishedWork(document)).toBe(true)
  arrive()
  await screen.findByText('Online')
  await vi.waitFor(() => expect(hasUnfinishedWork(document)).toBe(false))
})
