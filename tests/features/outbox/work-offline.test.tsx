import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isUnsent } from '#src/domain/change.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { DECIDE, panelAnswers } from '#tests/support/panel-answers.ts'
import {
  answer,
  listQueued,
  openDrain,
  type Responses,
  renderApp,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { held, ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { storeChanges } from './stored-changes.ts'

setupAnswers()

const LISTING_NAME = 'Sea-view 3 BHK in Bandra West'

/** Answers the panel's calls and records them in order. */
function recordCalls(): string[] {
  const calls: string[] = []
  const scripts: Responses = { ...panelAnswers(), [DECIDE]: ok() }
  const recording = Object.entries(scripts).map(([name, body]): [string, ScriptedAnswer] => [
    name,
    (request) => {
      calls.push(name)
      return typeof body === 'function' ? body(request) : Response.json(body)
    },
  ])
  answer(Object.fromEntries(recording))
  return calls
}

const findSwitch = () => screen.findByRole('switch', { name: 'Work offline' })

async function goTo(section: string): Promise<void> {
  await user.press('Menu')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: section }))
}

test('working offline sends and requests nothing; going online sends the waiting decision', async () => {
  expectConsole('error', /Could not load (claims|dashboard|inbox|reasons|saved-views)/)
  const { runtime } = renderApp()
  const calls = recordCalls()
  await screen.findAllByText(LISTING_NAME)
  await goTo('Outbox')
  fireEvent.click(await findSwitch())
  await screen.findByText('Working offline: nothing is sent or fetched.')
  expect(screen.getByRole('link', { name: 'Working offline' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send now' })).toBeDisabled()
  calls.length = 0

  await goTo('Dashboard')
  await screen.findByText(/^Saved copy from/)
  await user.press('Accept')
  await screen.findByText('Saved on this device. It is sent when you go back online.')
  await screen.findByText('Working offline: nothing is sent or fetched. 1 change waits.')
  expect(await screen.findByRole('link', { name: 'Working offline · 1 waiting' })).toBeVisible()
  await (await openDrain(runtime)).run()
  window.dispatchEvent(new Event('online'))
  await (await openDrain(runtime)).idle()
  expect((await listQueued(runtime)).every(isUnsent)).toBe(true)
  expect(calls).toEqual([])

  await user.press('Go online')
  await waitFor(() => expect(calls).toContain(DECIDE))
  await screen.findByRole('link', { name: 'Online' })
  expect(calls.filter((call) => call === DECIDE)).toHaveLength(1)
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('a page opened while working offline requests nothing and shows the saved data', async () => {
  expectConsole('error', /Could not load (claims|dashboard|inbox|reasons|saved-views)/)
  const first = renderApp()
  recordCalls()
  await screen.findAllByText(LISTING_NAME)
  await first.runtime.sync.persister.idle()
  await first.runtime.sync.outbox.workOffline.set(true)
  first.unmount()
  await first.runtime.dispose()

  const calls = recordCalls()
  renderApp()
  answer({ 'GET /healthz': () => expect.unreachable('nobody may ask') })
  expect((await screen.findAllByText(LISTING_NAME))[0]).toBeVisible()
  await user.sees(/^Saved copy from/)
  expect(screen.getByText('Working offline: nothing is sent or fetched.')).toBeVisible()
  expect(calls).toEqual([])
})

test('going offline while sending finishes the requests in flight, and sends no more', async () => {
  expectConsole('error', /Could not load (claims|inbox|reasons)/)
  const { runtime } = renderApp({ address: '/dashboard?section=outbox' })
  const calls = recordCalls()
  await (await openDrain(runtime)).idle()
  await waitFor(() => expect(calls).toContain('GET /admin/reasons'))
  const names = Array.from({ length: 20 }, (_, index) => `listing-${index}`)
  await storeChanges(...names.map((entityId) => ({ entityId, key: `key-of-${entityId}` })))
  const { respond, letGo } = held(ok())
  const sent = recorded(respond)
  answer({ [DECIDE]: sent.respond })
  await runtime.sync.outbox.syncNow()
  await waitFor(() => expect(sent.paths().length).toBeGreaterThan(0))
  fireEvent.click(await findSwitch())
  await screen.findByRole('button', { name: 'Go online' })
  letGo()
  await (await openDrain(runtime)).idle()
  const sentCount = sent.paths().length
  expect(sentCount).toBeLessThan(names.length)
  const unsent = (await listQueued(runtime)).filter(isUnsent)
  expect(unsent).toHaveLength(names.length - sentCount)
  // The list shows the stored changes a moment later.
  await user.seesNo('Nothing is waiting')

  fireEvent.click(await findSwitch())
  await user.sees('Nothing is waiting')
  expect(sent.paths().sort()).toEqual(names.map((id) => `/admin/properties/${id}/status`).sort())
})

test('a sign-in while working offline shows what blocks it, and offers to go online', async () => {
  localStorage.setItem('work-offline', 'true')
  const { runtime } = renderApp({ session: null, address: '/login' })
  await runtime.sync.outbox.workOffline.set(true)
  await user.fill({ Email: 'asha@example.in', Password: 'a long enough password' })
  await user.press('Login')
  const said = await screen.findAllByText(
    'This device works offline. Signing in and out needs the network.',
  )
  expect(said.length).toBeGreaterThan(0)

  recordCalls()
  answer({ 'POST /auth/login': { user: { _id: 'u1', role: 'admin' }, token: 't-1' } })
  await user.press('Go online')
  await waitFor(() => expect(runtime.sync.outbox.workOffline.get()).toBe(false))
  await user.press('Login')
  await screen.findAllByText(LISTING_NAME)
})
