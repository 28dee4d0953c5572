import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { ApiKeysCard } from '#src/features/team/sites/api-keys-card.tsx'
import { type Responses, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const KEYS = '/admin/api-keys'
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
const list = (...data: object[]) => ({ success: true, data })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name }), text)

function show(responses: Responses = {}) {
  renderWithSync(<ApiKeysCard />, { responses: { [`GET ${KEYS}`]: list(KEY), ...responses } })
}

it('the card lists keys with their last use, and marks an expired key', async () => {
  const old = { ...KEY, _id: 'key-2', name: 'Old', expiresAt: '2025-09-02T00:00:00.000Z' }
  show({ [`GET ${KEYS}`]: list({ ...KEY, lastUsedAt: '2025-09-03T08:35:00.000Z' }, old) })
  expect(await screen.findByText(/Last used 03 Sep 25/)).toBeVisible()
  expect(screen.getByText('Not used yet')).toBeVisible()
  expect(screen.getByText('Expired')).toBeVisible()
})

it('the card shows a created key, and keeps typed values after a refusal', async () => {
  let sent: unknown
  let isRefused = true
  show({
    [`POST ${KEYS}`]: async (request) => {
      sent = await request.json()
      if (!isRefused)
        return HttpResponse.json({ success: true, data: { _id: 'x', key: 'pmk_new' } })
      return HttpResponse.json({ success: false, error: 'There are too many.' }, { status: 409 })
    },
  })
  await press('New API key')
  await press('Create key')
  expect(await screen.findByText(/Name the key/)).toBeVisible()
  await type('Name of the key', 'Feed')
  await type('Business', 'Sharma Estates')
  await type('Email of the business', 'office@sharma.example')
  await press('Create key')
  expect(await screen.findByText('There are too many.')).toBeVisible()
  isRefused = false
  await press('Create key')
  expect(await screen.findByRole('textbox', { name: 'The new API key' })).toHaveValue('pmk_new')
  expect(sent).toEqual({
    name: 'Feed',
    business: {
      email: 'office@sharma.example',
      fullName: 'Sharma Estates',
      phoneNumber: null,
    },
    expiresInDays: null,
  })
})

it('a key is revoked only after a confirmation', async () => {
  let revoked = false
  show({
    [`DELETE ${KEYS}/key-1`]: () => {
      revoked = true
      return HttpResponse.json({ success: true })
    },
  })
  await press(`Revoke ${KEY.name}`)
  expect(revoked).toBe(false)
  await press('Revoke')
  await waitFor(() => expect(revoked).toBe(true))
})
