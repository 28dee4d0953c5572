import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { WebhooksCard } from '#src/features/team/sites/webhooks/webhooks-card.tsx'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const WEBHOOKS = '/admin/webhooks'
const ADDRESS = 'https://crm.example/hooks'
const WEBHOOK = {
  _id: 'hook-1',
  address: ADDRESS,
  events: ['listing.decided', 'listing.deleted'],
  state: 'active',
  failures: 0,
  isRotating: false,
  createdAt: '2025-09-01T08:35:00.000Z',
  pausedAt: null,
}
const DELIVERY = {
  _id: 'delivery-1',
  eventId: 'msg_1',
  event: 'listing.decided',
  state: 'failed',
  attempts: 9,
  lastStatus: 503,
  createdAt: '2025-09-02T08:35:00.000Z',
  nextAttemptAt: null,
}
const list = (...data: object[]) => ({ success: true, data })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Renders the card, by default with one webhook. Returns the recorded calls of its actions. */
function show(responses: Responses = {}, ...webhooks: object[]) {
  const calls: string[] = []
  const noting = ['rotation', 'pause', 'resume', 'test'].map((what) => [
    `POST ${WEBHOOKS}/hook-1/${what}`,
    () => {
      calls.push(what)
      return HttpResponse.json({ success: true, data: { secret: 'whsec_new' } })
    },
  ])
  const rows = webhooks.length > 0 ? webhooks : [WEBHOOK]
  renderWithSync(<WebhooksCard />, {
    responses: { [`GET ${WEBHOOKS}`]: list(...rows), ...Object.fromEntries(noting), ...responses },
  })
  return calls
}

it('the card shows the events of a webhook, its state and its failures', async () => {
  show({}, { ...WEBHOOK, state: 'paused', failures: 100, isRotating: true })
  expect(await screen.findByText(ADDRESS)).toBeVisible()
  expect(screen.getByText(/Listing decided, Listing deleted.*100 failed in a row/)).toBeVisible()
  expect(screen.getByText('Paused')).toBeVisible()
  expect(screen.getByText('The old secret and the new one are both valid.')).toBeVisible()
  expect(screen.getByRole('button', { name: `Resume: ${ADDRESS}` })).toBeVisible()
  expect(screen.getByRole('button', { name: `End old secret: ${ADDRESS}` })).toBeVisible()
})

it('the card shows the secret of a created webhook, and keeps typed values if the URL is refused', async () => {
  const sent: unknown[] = []
  show({
    [`POST ${WEBHOOKS}`]: async (request) => {
      sent.push(await request.json())
      const error = 'Enter a public https address.'
      if (sent.length === 1)
        return HttpResponse.json(
          { success: false, error, code: 'invalid-input', fields: { address: error } },
          { status: 400 },
        )
      return HttpResponse.json({ success: true, data: { _id: 'hook-2', secret: 'whsec_one' } })
    },
  })
  await press('New webhook')
  await press('Create webhook')
  expect(await screen.findByText('Enter an address that begins with https://.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), ADDRESS)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Listing changed' }))
  await press('Create webhook')
  expect((await screen.findAllByText('Enter a public https address.')).length).toBeGreaterThan(0)
  await press('Create webhook')
  expect(await screen.findByRole('textbox', { name: 'The new secret' })).toHaveValue('whsec_one')
  const wanted = { address: ADDRESS, events: ['listing.decided', 'listing.deleted'] }
  expect(sent).toEqual([wanted, wanted])
})

it.each([
  ['Send test', 'test'],
  ['Pause', 'pause'],
  ['Rotate secret', 'rotation'],
])('the button "%s" sends one call', async (label, call) => {
  const calls = show()
  await press(`${label}: ${ADDRESS}`)
  await waitFor(() => expect(calls).toEqual([call]))
})

it('a webhook is deleted only after a confirmation', async () => {
  let deleted = false
  show({
    [`DELETE ${WEBHOOKS}/hook-1`]: () => {
      deleted = true
      return HttpResponse.json({ success: true })
    },
  })
  await press(`Delete: ${ADDRESS}`)
  expect(deleted).toBe(false)
  await press('Delete')
  await waitFor(() => expect(deleted).toBe(true))
})

it('the card shows the state of each delivery, and its "Replay" button requests another delivery', async () => {
  let replays = 0
  const waiting = {
    ...DELIVERY,
    _id: 'delivery-2',
    event: 'webhook.test',
    state: 'waiting',
    attempts: 1,
    lastStatus: null,
    nextAttemptAt: '2025-09-02T09:00:00.000Z',
  }
  show({
    [`GET ${WEBHOOKS}/hook-1/deliveries`]: {
      ...list(waiting, DELIVERY),
      meta: { nextCursor: null },
    },
    'POST /admin/webhook-deliveries/delivery-1/replay': () => {
      replays += 1
      return HttpResponse.json({ success: true })
    },
  })
  await press('Deliveries')
  const log = await screen.findByRole('region', { name: `Deliveries to ${ADDRESS}` })
  expect(await within(log).findByText('Failed, 9 attempts, answer 503')).toBeVisible()
  expect(within(log).getByText(/^Waiting, 1 attempt, no answer, next 02 Sep 25/)).toBeVisible()
  await press('Replay')
  await waitFor(() => expect(replays).toBe(1))
})
