import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  listQueued,
  operatorAs,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'

setupAnswers()

const ID = '65f1c0ffee1234567890abcd'
const CONTACT = 'POST /admin/properties/:id/contact-attempts'
const KEPT = 'Noted on this device; it is sent when the server can be reached.'
const OWNER = { name: 'Asha Kulkarni', phoneNumber: '+91 98765 43210' }
const SESSION = operatorAs('reviewer')

const stay = (event: Event) => event.preventDefault()
beforeEach(() => document.addEventListener('click', stay))
afterEach(() => document.removeEventListener('click', stay))

function show(responses: Responses) {
  return renderApp({
    address: `/dashboard?section=property&open=${ID}`,
    session: SESSION,
    responses: {
      ...panelAnswers([wireListing({ _id: ID, ownerDetails: OWNER })]),
      'GET /admin/properties/:id/history': ok([]),
      ...responses,
    },
  })
}

async function noteCall(): Promise<void> {
  fireEvent.click(await screen.findByRole('link', { name: 'Call' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Note the call' }))
}

test('a call that is noted reaches the server once, with its time, and the history is read again', async () => {
  const sent = recorded()
  const read = recorded(ok([]))
  show({ [CONTACT]: sent.respond, 'GET /admin/properties/:id/history': read.respond })
  await waitFor(() => expect(read.paths()).toHaveLength(1))
  await noteCall()
  expect(await screen.findByText('Noted in the history.', { selector: 'span' })).toBeVisible()
  expect(sent.bodies).toEqual([{ by: 'call', at: expect.stringMatching(/^20\d\d-.*Z$/) }])
  await waitFor(() => expect(read.paths()).toHaveLength(2))
})

test('a call that is noted without a network waits on the device, and two calls are two', async () => {
  const { runtime } = show({ ...NO_NETWORK, [CONTACT]: noAnswer })
  await noteCall()
  expect(await screen.findByText(KEPT)).toBeVisible()
  fireEvent.click(screen.getByRole('link', { name: /WhatsApp/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Note the message' }))
  await waitFor(async () =>
    expect((await listQueued(runtime, SESSION)).map(({ action }) => action)).toMatchObject([
      { kind: 'contact', by: 'call' },
      { kind: 'contact', by: 'whatsapp' },
    ]),
  )
  const sent = recorded()
  answer({ 'GET /healthz': ok(), [CONTACT]: sent.respond })
  await runtime.sync.outbox.syncNow()
  await waitFor(() => expect(sent.paths()).toHaveLength(2))
  expect(await screen.findByText('Noted in the history.', { selector: 'span' })).toBeVisible()
})

test('an attempt that the server refuses says where the reason is', async () => {
  show({ [CONTACT]: refusal(403, { code: 'not-allowed' }) })
  await noteCall()
  expect(await screen.findByText('The server did not note it: the outbox says why.')).toBeVisible()
})
