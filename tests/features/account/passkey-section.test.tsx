import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { PasskeySection } from '#src/features/account/passkeys/passkey-section.tsx'
import {
  answer,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

const OWN = '/auth/passkeys'
const PHONE = {
  _id: 'key-1',
  name: 'Chrome on Android',
  createdAt: '2025-09-05T08:35:00.000Z',
  lastUsedAt: null,
  isBackedUp: true,
}

const list = (origin: string | null, ...passkeys: object[]) => ({
  success: true,
  data: { origin, passkeys },
})
const refusal =
  (code: string, error: string, fields = {}) =>
  () =>
    HttpResponse.json({ success: false, code, error, fields }, { status: 400 })

function renderSection(responses: Responses) {
  renderWithSync(<PasskeySection email="asha@example.in" />, { responses })
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it.each([
  ['at an IP address', null, /^Passkeys need a domain name\./],
  ['at another origin', 'https://panel.example.in', /^Passkeys work at https:\/\/panel/],
  ['in a browser without passkeys', window.location.origin, /^This browser has no passkeys\.$/],
])('the section explains why no passkey can be added %s', async (_, origin, sentence) => {
  renderSection({ [`GET ${OWN}`]: list(origin, PHONE) })
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText('Chrome on Android')).toBeVisible()
  expect(
    screen.getByText('Added 05 Sep 25, 14:05 · Not used yet · On all your devices'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('a passkey is renamed; a refused name remains in its field', async () => {
  const bodies: unknown[] = []
  const error = 'Give the passkey a name.'
  renderSection({
    [`GET ${OWN}`]: list(null, PHONE),
    [`PATCH ${OWN}/:id`]: refusal('invalid-input', error, { name: error }),
  })
  await press('Rename Chrome on Android')
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveValue('Chrome on Android')
  await userEvent.clear(name)
  await userEvent.type(name, 'Old phone')
  await press('Save name')
  expect(await screen.findByText(error)).toBeVisible()
  expect(name).toHaveValue('Old phone')
  answer({
    [`GET ${OWN}`]: list(null, { ...PHONE, name: 'Old phone' }),
    [`PATCH ${OWN}/:id`]: async (request) => {
      bodies.push([new URL(request.url).pathname, await request.json()])
      return HttpResponse.json({ success: true })
    },
  })
  await press('Save name')
  expect(await screen.findByRole('button', { name: 'Remove Old phone' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual([[expect.stringMatching(/auth\/passkeys\/key-1$/), { name: 'Old phone' }]])
})

it('a passkey is removed after a confirmation; a refusal is shown and the passkey remains', async () => {
  const error = 'Your role needs a second factor. Add another one before you remove this.'
  renderSection({
    [`GET ${OWN}`]: list(null, PHONE),
    [`DELETE ${OWN}/:id`]: refusal('factor-required', error),
  })
  const remove = async () => {
    await press('Remove Chrome on Android')
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  }
  await remove()
  expect(await screen.findByText(error)).toBeVisible()
  expect(screen.getByText('Chrome on Android')).toBeVisible()
  answer({ [`DELETE ${OWN}/:id`]: { success: true }, [`GET ${OWN}`]: list(null) })
  await remove()
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
})
