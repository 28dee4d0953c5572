import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { WebhooksCard } from '#src/features/team/sites/webhooks/webhooks-card.tsx'
import {
  answer,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /admin/webhooks'
const CREATE = 'POST /admin/webhooks'
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

function show(responses: Responses = {}, webhook: object = WEBHOOK) {
  renderWithSync(<WebhooksCard />, { responses: { [LIST]: ok([webhook]), ...responses } })
}

it('the card shows the events of a webhook, its state and its failures', async () => {
  show({}, { ...WEBHOOK, state: 'paused', failures: 100, isRotating: true })
  await user.sees(ADDRESS)
  expect(screen.getByText(/100 failed in a row/).parentElement).toHaveTextContent(
    /Listing decided, Listing deleted.*100 failed in a row/,
  )
  expect(screen.getByText('Paused')).toBeVisible()
  expect(screen.getByText('The old secret and the new one are both valid.')).toBeVisible()
  await user.press(`Actions for ${ADDRESS}`)
  for (const name of ['Resume', 'End old secret'])
    expect(screen.getByRole('menuitem', { name })).toBeVisible()
})

it('a row has one button, which opens its menu, also while the webhook is paused and its secret changes', async () => {
  const paused = { ...WEBHOOK, _id: 'hook-2', address: 'https://other.example/hooks' }
  const state = { state: 'paused', failures: 100, isRotating: true }
  show({ [LIST]: ok([WEBHOOK, { ...paused, ...state }]) })
  await user.sees(ADDRESS)
  const names = screen.getAllByRole('listitem').map((row) =>
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  )
  expect(names).toEqual([[`Actions for ${ADDRESS}`], [`Actions for ${paused.address}`]])
})

it('the card shows the secret of a created webhook, and keeps typed values if the URL is refused', async () => {
  const error = 'Enter a public https address.'
  const refused = recorded(
    refusal(400, { code: 'invalid-input', error, fields: { address: error } }),
  )
  const created = recorded(ok({ _id: 'hook-2', secret: 'whsec_one' }))
  show({ [CREATE]: refused.respond })
  await user.press('New webhook')
  await user.press('Create webhook')
  await user.sees('Enter an address that begins with https://.')
  await user.fill({ Address: ADDRESS })
  screen.getByRole('checkbox', { name: 'Listing changed' }).click()
  await user.press('Create webhook')
  expect((await screen.findAllByText(error))[0]).toBeVisible()
  answer({ [CREATE]: created.respond })
  await user.press('Create webhook')
  expect(await screen.findByRole('textbox', { name: 'The new secret' })).toHaveValue('whsec_one')
  const wanted = { address: ADDRESS, events: ['listing.decided', 'listing.deleted'] }
  expect([...refused.bodies, ...created.bodies]).toEqual([wanted, wanted])
})

it.each([
  ['Send test', 'test'],
  ['Pause', 'pause'],
  ['Rotate secret', 'rotation'],
])('the button "%s" sends one call', async (label, path) => {
  const call = recorded(ok({ secret: 'whsec_new' }))
  show({ [`POST /admin/webhooks/hook-1/${path}`]: call.respond })
  await user.act(ADDRESS, label)
  await waitFor(() => expect(call.bodies).toHaveLength(1))
})

it('a webhook is deleted only after a confirmation', async () => {
  const call = recorded()
  show({ 'DELETE /admin/webhooks/hook-1': call.respond })
  await user.act(ADDRESS, 'Delete')
  expect(call.bodies).toEqual([])
  await user.press('Delete')
  await waitFor(() => expect(call.bodies).toEqual([null]))
})

it('the card shows the state of each delivery, and its "Replay" button requests another delivery', async () => {
  const call = recorded()
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
    'GET /admin/webhooks/hook-1/deliveries': ok([waiting, DELIVERY], {
      meta: { nextCursor: null },
    }),
    'POST /admin/webhook-deliveries/delivery-1/replay': call.respond,
  })
  await user.act(ADDRESS, 'Show deliveries')
  const log = await screen.findByRole('region', { name: `Deliveries to ${ADDRESS}` })
  expect(await within(log).findByText('Failed, 9 attempts, answer 503')).toBeVisible()
  expect(within(log).getByText(/^Waiting, 1 attempt, no answer, next 02 Sep 25/)).toBeVisible()
  await user.press('Replay')
  await waitFor(() => expect(call.bodies).toHaveLength(1))
})
