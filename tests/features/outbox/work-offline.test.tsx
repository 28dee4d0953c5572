import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isUnsent } from '#src/domain/change.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  openDrain,
  openOutbox,
  renderApp,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'
import { storeChanges } from './stored-changes.ts'

setupAnswers()

const userId = OPERATOR.account.id
const LISTING_NAME = 'Sea-view 3 BHK in Bandra West'
const APPROVAL = 'PATCH /admin/properties/:id/status'

/** Answers the panel's calls and records them in order. */
function recordCalls(): string[] {
  const calls: string[] = []
  const scripts = { ...panelAnswers(), [APPROVAL]: { success: true } }
  const recording = Object.entries(scripts).map(([name, body]): [string, ScriptedAnswer] => [
    name,
    () => {
      calls.push(name)
      return Response.json(body)
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
  expectConsole('error', /Could not load dashboard/)
  const { runtime } = renderApp()
  const calls = recordCalls()
  await screen.findAllByText(LISTING_NAME)
  await goTo('Outbox')
  fireEvent.click(await findSwitch())
  await screen.findByText('Working offline: nothing is sent or fetched.')
  expect(screen.getByRole('link', { name: 'Working offline' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sync now' })).toBeDisabled()
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
  expect((await (await openOutbox(runtime)).listChanges(userId)).every(isUnsent)).toBe(true)
  expect(calls).toEqual([])

  const goOnline = screen.getByRole('button', { name: 'Go online' })
  goOnline.focus()
  fireEvent.click(goOnline)
  await waitFor(() => expect(calls).toContain(APPROVAL))
  await screen.findByRole('link', { name: 'Online' })
  expect(calls.filter((call) => call === APPROVAL)).toHaveLength(1)
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('a page opened while working offline requests nothing and shows the saved data', async () => {
  expectConsole('error', /Could not load dashboard/)
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
  const { runtime } = renderApp({ address: '/dashboard?section=outbox' })
  await (await openDrain(runtime)).idle()
  const names = Array.from({ length: 20 }, (_, index) => `listing-${index}`)
  await storeChanges(...names.map((entityId) => ({ entityId, key: `key-of-${entityId}` })))
  const sent: string[] = []
  const gate = createGate<null>()
  answer({
    [APPROVAL]: async ({ url }) => {
      sent.push(url)
      await gate.pass()
      return Response.json({ success: true })
    },
  })
  await runtime.sync.outbox.syncNow()
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
  fireEvent.click(await findSwitch())
  await screen.findByRole('button', { name: 'Go online' })
  gate.open(null)
  await (await openDrain(runtime)).idle()
  const sentCount = sent.length
  expect(sentCount).toBeLessThan(names.length)
  const unsent = (await (await openOutbox(runtime)).listChanges(userId)).filter(isUnsent)
  expect(unsent).toHaveLength(names.length - sentCount)
  // The list shows the stored changes a moment later.
  await user.seesNo('Nothing is waiting')

  fireEvent.click(await findSwitch())
  await user.sees('Nothing is waiting')
  expect(new Set(sent).size).toBe(names.length)
  expect(sent).toHaveLength(names.length)
})

test('a sign-in while working offline shows what blocks it, and offers to go online', async () => {
  localStorage.setItem('work-offline', 'true')
  const { runtime } = renderApp({ session: null, address: '/login' })
  await runtime.sync.outbox.workOffline.set(true)
  const signIn = async () => {
    await user.press('Login')
  }
  await user.fill({ Email: 'asha@example.in' })
  await user.fill({ Password: 'a long enough password' })
  await signIn()
  const said = await screen.findAllByText(
    'This device works offline. Signing in and out needs the network.',
  )
  expect(said.length).toBeGreaterThan(0)

  recordCalls()
  answer({ 'POST /auth/login': { user: { _id: 'u1', role: 'admin' }, token: 't-1' } })
  await user.press('Go online')
  await waitFor(() => expect(runtime.sync.outbox.workOffline.get()).toBe(false))
  await signIn()
  await screen.findAllByText(LISTING_NAME)
})
