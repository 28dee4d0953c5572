import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PasskeySection } from '#src/features/account/passkeys/passkey-section.tsx'
import {
  answer,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /auth/passkeys'
const RENAME = 'PATCH /auth/passkeys/:id'
const REMOVE = 'DELETE /auth/passkeys/:id'
const PHONE = {
  _id: 'key-1',
  name: 'Chrome on Android',
  createdAt: '2025-09-05T08:35:00.000Z',
  lastUsedAt: null,
  isBackedUp: true,
}

const list = (...passkeys: object[]) => ok({ origin: null, passkeys })

function renderSection(responses: Responses) {
  renderWithSync(<PasskeySection email="asha@example.in" />, {
    responses: { [LIST]: list(PHONE), ...responses },
  })
}

it.each([
  ['at an IP address', null, /^Passkeys need a domain name\./],
  ['at another origin', 'https://panel.example.in', /^Passkeys work at https:\/\/panel/],
  ['in a browser without passkeys', window.location.origin, /^This browser has no passkeys\.$/],
])('the section explains why no passkey can be added %s', async (_, origin, sentence) => {
  renderSection({ [LIST]: ok({ origin, passkeys: [PHONE] }) })
  await user.sees(sentence)
  await user.sees('Chrome on Android')
  await user.sees('Added 05 Sep 25, 14:05 · Not used yet · On all your devices')
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
})

it('a passkey is renamed; a refused name remains in its field', async () => {
  const error = 'Give the passkey a name.'
  renderSection({
    [RENAME]: refusal(400, { code: 'invalid-input', error, fields: { name: error } }),
  })
  await user.press('Rename Chrome on Android')
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveValue('Chrome on Android')
  await user.fill({ Name: 'Old phone' })
  await user.press('Save name')
  await user.sees(error)
  expect(name).toHaveValue('Old phone')
  const call = recorded()
  answer({ [LIST]: list({ ...PHONE, name: 'Old phone' }), [RENAME]: call.respond })
  await user.press('Save name')
  expect(await screen.findByRole('button', { name: 'Remove Old phone' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([call.paths(), call.bodies]).toEqual([['/auth/passkeys/key-1'], [{ name: 'Old phone' }]])
})

it('a passkey is removed after a confirmation; a refusal is shown and the passkey remains', async () => {
  const error = 'Your role needs a second factor. Add another one before you remove this.'
  renderSection({ [REMOVE]: refusal(400, { code: 'factor-required', error }) })
  await user.press('Remove Chrome on Android')
  await user.confirm('Remove')
  await user.sees(error)
  await user.sees('Chrome on Android')
  answer({ [REMOVE]: ok(), [LIST]: list() })
  await user.press('Remove Chrome on Android')
  await user.confirm('Remove')
  await user.seesNo('Chrome on Android')
})
