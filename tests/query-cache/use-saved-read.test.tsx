import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { answer, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()
afterEach(() => vi.useRealTimers())

const ADDRESS = '/dashboard?section=property'
const NAME = 'Sea-view 3 BHK in Bandra West'

test('the screen reports a slow network after 8 s without an answer, and still shows an answer after 90 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const gate = createGate<object>()
  const listings = vi.fn(() => gate.pass().then((body) => HttpResponse.json(body)))
  renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': listings },
  })
  expect(await screen.findByText('Loading properties...')).toBeVisible()
  await waitFor(() => expect(listings).toHaveBeenCalled())
  expect(screen.queryByText(/slow/i)).toBeNull()
  act(() => void vi.advanceTimersByTime(8_000))
  expect(await screen.findByText(/slow/i)).toBeVisible()
  act(() => void vi.advanceTimersByTime(82_000))
  gate.open({ success: true, data: [wireListing()] })
  expect((await screen.findAllByText(NAME))[0]).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/slow/i)).toBeNull())
})

test('a failed read keeps the cached list with its age, and is logged once', async () => {
  expectConsole('error', /Could not load (claims|inbox|listings|reasons|saved-views)/)
  const { runtime } = renderApp({ address: ADDRESS, responses: panelAnswers() })
  await screen.findAllByText(NAME)
  answer({ 'GET /admin/:noun': () => HttpResponse.error() })
  await act(() => runtime.queryClient.refetchQueries())
  await act(() => runtime.queryClient.refetchQueries())
  expect(await screen.findByText(/Saved copy from/)).toBeVisible()
  expect(screen.getAllByText(NAME)[0]).toBeVisible()
  const said = vi.mocked(console.error).mock.calls.filter(([text]) => /listings/.test(String(text)))
  expect(said).toHaveLength(1)
})

test('an unreadable row is skipped and logged, and the others are shown', async () => {
  expectConsole('error', /row of the answer is unreadable/)
  const rows = [wireListing(), { propertyName: 'No id at all' }]
  renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': { success: true, data: rows } },
  })
  expect((await screen.findAllByText(NAME))[0]).toBeVisible()
  expect(screen.queryByText('No id at all')).toBeNull()
})
