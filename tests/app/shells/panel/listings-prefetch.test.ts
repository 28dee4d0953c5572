import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startListingsPrefetch } from '#src/app/shells/panel/listings-prefetch.ts'
import { preloadSection } from '#src/app/shells/panel/panel-section.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  MEERA,
  type RenderOptions,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

const askListings = vi.fn(() => HttpResponse.json({ success: true, data: [wireListing()] }))
let idle: (() => void)[] = []

beforeEach(() => {
  askListings.mockClear()
  idle = []
})

function start(options: RenderOptions = {}, connection?: object) {
  const rendered = renderApp({
    ...options,
    responses: {
      ...panelAnswers(),
      'GET /admin/properties': askListings,
      ...options.responses,
    },
  })
  const near = {
    navigator: { connection, serviceWorker: { ready: Promise.resolve() } },
    requestIdleCallback: (run: () => void) => idle.push(run),
  }
  const stop = startListingsPrefetch(near, rendered.runtime)
  onTestFinished(stop)
  return { ...rendered, stop }
}

/** Waits until the first screen is complete and no request is running. */
async function seeFigures({ runtime }: ReturnType<typeof start>): Promise<void> {
  await screen.findByText('Total Properties')
  await waitFor(() => expect(screen.queryAllByText('1')).not.toEqual([]))
  await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
}

test('the listings are preloaded when the first screen is shown and the page is idle', async () => {
  const started = start()
  await seeFigures(started)
  expect(idle).toHaveLength(1)
  expect(askListings).not.toHaveBeenCalled()
  for (const run of idle) run()
  await waitFor(() => expect(askListings).toHaveBeenCalledOnce())
  await waitFor(() => expect(started.runtime.queryClient.isFetching()).toBe(0))
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Property Management' }))
  expect(await screen.findByRole('table', { name: 'Properties' })).toBeVisible()
  expect(askListings).toHaveBeenCalledOnce()
  expect(idle).toHaveLength(1)
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'the listings are not preloaded on a metered or slow connection: %o',
  async (connection) => {
    await seeFigures(start({}, connection))
    expect(idle).toEqual([])
  },
)

test('the listings are not preloaded after the user has signed out', async () => {
  const started = start()
  await seeFigures(started)
  expect(idle).toHaveLength(1)
  await act(() => started.runtime.leave())
  const reading = vi.spyOn(started.runtime.queryClient, 'prefetchQuery')
  await act(async () => {
    for (const run of idle) run()
  })
  expect(reading).not.toHaveBeenCalled()
})

test('the listings are not preloaded if the prefetch is stopped while their code is loading', async () => {
  const started = start()
  await seeFigures(started)
  const reading = vi.spyOn(started.runtime.queryClient, 'prefetchQuery')
  for (const run of idle) run()
  await Promise.resolve() // now the prefetch imports the code of the listings
  started.stop()
  await preloadSection('property')
  await act(async () => undefined)
  expect(reading).not.toHaveBeenCalled()
})

test('the listings are not preloaded without a network', async () => {
  expectConsole('error', /Could not load (claims|dashboard|reasons|saved-views)/)
  const lost = () => HttpResponse.error()
  const reads = ['dashboard-stats', 'claims', 'reasons', 'saved-views']
  const responses = Object.fromEntries(reads.map((read) => [`GET /admin/${read}`, lost]))
  const { runtime } = start({ responses })
  await screen.findByText('The server cannot be reached', { exact: false })
  act(() => void runtime.queryClient.setQueryData(['saved', 'of another day'], 'a copy'))
  expect(idle).toEqual([])
})

test('the listings are not preloaded for an end user', async () => {
  const responses = { 'GET /events/user': [] }
  const { runtime } = start({ session: MEERA, address: '/account/events', responses })
  await screen.findByText('No events yet')
  await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
  expect(idle).toEqual([])
})
