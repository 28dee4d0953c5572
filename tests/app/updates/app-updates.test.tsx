import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { hasUnfinishedWork } from '#src/app/session/unfinished-work.ts'
import { startAppUpdates } from '#src/app/updates/app-updates.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

const BUSY = { timeout: 20_000 } // a busy machine takes longer than the default second

setupAnswers()

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** Starts a page's checks for new builds. Returns the registration's `update`, which each check calls. */
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
  ['at once if the last check was long ago', 10 * MINUTE_MS, 0],
  ['within half a minute if the last check was recent', 5_000, 30_000],
])('a tab that is shown checks for a new build %s', async (_when, awayMs, withinMs) => {
  const update = await startLooking()
  await vi.advanceTimersByTimeAsync(awayMs)
  focus()
  await vi.advanceTimersByTimeAsync(withinMs)
  expect(update).toHaveBeenCalledOnce()
})

test('a tab that is shown again and again checks for a new build at most twice a minute', async () => {
  const update = await startLooking()
  for (let second = 0; second < 60; second += 1) {
    focus()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(update.mock.calls.length).toBeLessThanOrEqual(2)
})

test('a tab has unfinished work while the outbox is sending', async () => {
  const gate = createGate<null>()
  const approve = () => gate.pass().then(() => HttpResponse.json({ success: true }))
  const responses = { ...panelAnswers(), 'PATCH /admin/properties/:id/status': approve }
  renderApp({ responses })
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText(/^Sending 1/)
  expect(hasUnfinishedWork(document)).toBe(true)
  gate.open(null)
  await screen.findByText('Online')
  await vi.waitFor(() => expect(hasUnfinishedWork(document)).toBe(false), BUSY)
})
