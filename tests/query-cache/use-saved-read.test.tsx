import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { answer, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()
afterEach(() => vi.useRealTimers())

const ADDRESS = '/dashboard?section=property'
const NAME = 'Sea-view 3 BHK in Bandra West'

/** An answer that stays pending until the test releases it. */
function heldAnswer(body: object) {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const respond = async () => {
    await arrived
    return HttpResponse.json(body)
  }
  return { respond, arrive: () => arrive() }
}

test('reports a slow network after 8 s without an answer, and still uses the answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const listings = heldAnswer({ success: true, data: [wireListing()] })
  renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': listings.respond },
  })
  expect(await screen.findByText('Loading properties...')).toBeVisible()
  expect(screen.queryByText(/slow/i)).toBeNull()
  act(() => void vi.advanceTimersByTime(8_000))
  expect(await screen.findByText(/slow/i)).toBeVisible()
  act(() => void vi.advanceTimersByTime(82_000))
  listings.arrive()
  expect((await screen.findAllByText(NAME))[0]).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/slow/i)).toBeNull())
})

test('revalidates a cached list with its tag, and keeps it after a 304', async () => {
  const tags: (string | null)[] = []
  const responses = {
    ...panelAnswers(),
    'GET /admin/properties': ({ headers }: Request) => {
      tags.push(headers.get('If-None-Match'))
      if (tags.length > 1) return new HttpResponse(null, { status: 304 })
      return HttpResponse.json(
        { success: true, data: [wireListing()] },
        { headers: { ETag: '"r7"' } },
      )
    },
  }
  const { runtime } = renderApp({ address: ADDRESS, responses })
  await screen.findAllByText(NAME)
  await act(() => runtime.queryClient.refetchQueries())
  expect(tags).toEqual([null, '"r7"'])
  expect(screen.getAllByText(NAME)[0]).toBeVisible()
})

test('a failed read keeps the cached list with its age, and is logged once', async () => {
  expectConsole('error', /Could not load listings/)
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

test('without a cached list and an answer, the list is empty and the screen says why', async () => {
  expectConsole('error', /Could not load listings/)
  renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': () => HttpResponse.error() },
  })
  expect(await screen.findByText(/Nothing saved on this device/i)).toBeVisible()
  expect(screen.queryByText('Loading properties...')).toBeNull()
})

test("an answer that is not the API's, such as a portal's page, is a failed read", async () => {
  expectConsole('error', /Could not load listings/)
  renderApp({
    address: ADDRESS,
    responses: {
      ...panelAnswers(),
      'GET /admin/properties': () => HttpResponse.html('<p>Hotel</p>'),
    },
  })
  expect(await screen.findByText(/Nothing saved on this device/i)).toBeVisible()
})

test('skips and logs an unreadable row, and shows the others', async () => {
  expectConsole('error', /row of the answer is unreadable/)
  const rows = [wireListing(), { propertyName: 'No id at all' }]
  renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': { success: true, data: rows } },
  })
  expect((await screen.findAllByText(NAME))[0]).toBeVisible()
  expect(screen.queryByText('No id at all')).toBeNull()
})
