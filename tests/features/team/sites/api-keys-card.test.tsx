import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiKeysCard } from '#src/features/team/sites/api-keys-card.tsx'
import {
  answer,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /admin/api-keys'
const CREATE = 'POST /admin/api-keys'
const KEY = {
  _id: 'key-1',
  name: 'Site of Sharma Estates',
  prefix: 'pmk_Zk3x9Q',
  scopes: ['listings:import'],
  business: 'Sharma Estates',
  createdBy: 'Asha Rao',
  createdAt: '2025-09-01T08:35:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
}

function show(responses: Responses = {}) {
  renderWithSync(<ApiKeysCard />, { responses: { [LIST]: ok([KEY]), ...responses } })
}

it('the card lists keys with their last use, and marks an expired key', async () => {
  const old = { ...KEY, _id: 'key-2', name: 'Old', expiresAt: '2025-09-02T00:00:00.000Z' }
  show({ [LIST]: ok([{ ...KEY, lastUsedAt: '2025-09-03T08:35:00.000Z' }, old]) })
  await user.sees(/Last used 03 Sep 25/)
  expect(screen.getByText('Not used yet')).toBeVisible()
  expect(screen.getByText('Expired')).toBeVisible()
})

it('a row has one button, which opens its menu', async () => {
  show({ [LIST]: ok([KEY, { ...KEY, _id: 'key-2', name: 'Feed of Rao Homes' }]) })
  const rows = await screen.findAllByRole('listitem')
  const names = rows.map((row) =>
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  )
  expect(names).toEqual([[`Actions for ${KEY.name}`], ['Actions for Feed of Rao Homes']])
})

it('the card shows a created key, and keeps typed values after a refusal', async () => {
  const call = recorded(ok({ _id: 'x', key: 'pmk_new' }))
  show({ [CREATE]: refusal(409, { error: 'There are too many.' }) })
  await user.press('New API key')
  expect(screen.getByRole('textbox', { name: 'Name of the key' })).toHaveFocus()
  await user.press('Create key')
  await user.sees(/Name the key/)
  await user.fill({
    'Name of the key': 'Feed',
    Business: 'Sharma Estates',
    'Email of the business': 'office@sharma.example',
  })
  await user.press('Create key')
  await user.sees('There are too many.')
  answer({ [CREATE]: call.respond })
  await user.press('Create key')
  const key = await screen.findByRole('textbox', { name: 'The new API key' })
  expect(key).toHaveValue('pmk_new')
  expect(key).toHaveFocus()
  const business = { email: 'office@sharma.example', fullName: 'Sharma Estates', phoneNumber: null }
  expect(call.bodies).toEqual([{ name: 'Feed', business, expiresInDays: null }])
})

it('a key is revoked only after a confirmation', async () => {
  const call = recorded()
  show({ 'DELETE /admin/api-keys/key-1': call.respond })
  await user.act(KEY.name, 'Revoke')
  expect(call.bodies).toEqual([])
  await user.press('Revoke')
  await waitFor(() => expect(call.bodies).toEqual([null]))
})
