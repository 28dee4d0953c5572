import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { openOutbox, renderApp } from '#tests/support/render-with-sync.tsx'
import { recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { seeReady, setupReview } from './review-page.ts'

// U pressed while a decision is being stored, or while another one is being taken back.

setupReview()

const posted = (_id: string, propertyName: string, day: string) =>
  wireListing({ _id, propertyName, createdAt: `2025-06-${day}T06:00:00.000Z` })
const LISTINGS = [
  posted('v1', 'Garden villa', '03'),
  posted('f2', 'Sea-view flat', '09'),
  posted('s3', 'Corner shop', '12'),
]

async function startReview() {
  const { paths, bodies, respond } = recorded()
  const { runtime } = renderApp({
    address: '/dashboard?section=property&review=next',
    responses: { ...panelAnswers(LISTINGS), [DECIDE]: respond },
  })
  await seeReady('Garden villa')
  const store = await openOutbox(runtime)
  /** The last status that the server received for each listing. */
  const statuses = () =>
    Object.fromEntries(
      paths().map((path, index) => {
        const { status } = bodies[index] as { status: string } // the app sends this shape
        return [path.split('/').at(-2), status]
      }),
    )
  return { store, statuses }
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const said = () => document.querySelector('.review > [role="status"]')?.textContent

test('U takes back the first decision of a review once it is stored', async () => {
  const { store, statuses } = await startReview()
  const { queueChange } = store
  const gate = createGate<null>()
  store.queueChange = (draft) => gate.pass().then(() => queueChange(draft))
  press('a')
  await screen.findByRole('article', { name: 'Sea-view flat' })
  press('u')
  gate.open(null)
  await seeReady('Garden villa')
  await waitFor(() => expect(said()).toBe('Undone: Garden villa. 1 of 3.'))
  await waitFor(() => expect(statuses()['v1'] ?? 'pending').toBe('pending'))
})

test('U pressed while a decision is being stored that the device cannot store takes back no earlier one', async () => {
  const { store, statuses } = await startReview()
  press('a')
  await seeReady('Sea-view flat')
  await waitFor(() => expect(statuses()).toEqual({ v1: 'approved' }))
  const gate = createGate<null>()
  store.queueChange = () => gate.pass().then(() => Promise.reject(new Error('disk full')))
  press('r')
  await screen.findByRole('article', { name: 'Corner shop' })
  press('u')
  expectConsole('error', /could not be saved on this device/)
  gate.open(null)
  await seeReady('Sea-view flat')
  await user.sees(/could not save the change, so nothing was sent/)
  expect(said()).toBe('Accepted: Garden villa. 2 of 3.')
  expect(statuses()).toEqual({ v1: 'approved' })
})

test('U pressed twice takes back two decisions, although the first one is still being taken back', async () => {
  const { statuses } = await startReview()
  press('a')
  await seeReady('Sea-view flat')
  press('r')
  await seeReady('Corner shop')
  await waitFor(() => expect(statuses()).toEqual({ v1: 'approved', f2: 'rejected' }))
  press('u')
  press('u')
  await waitFor(() => expect(said()).toBe('Undone: Garden villa. 1 of 3.'))
  await waitFor(() => expect(statuses()).toEqual({ v1: 'pending', f2: 'pending' }))
})
