import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import { REVIEW_RULES } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { showOnPhone } from '#tests/ui/table/phone.ts'

setupAnswers()
afterEach(() => vi.unstubAllGlobals())

const ASHA = {
  _id: OPERATOR.account.id,
  fullName: 'Asha Rao',
  email: 'asha@example.in',
  role: 'owner',
  suspendedAt: null,
  lastActiveAt: '2025-09-05T08:35:00.000Z',
}
const RAVI = { ...ASHA, _id: 'ravi-1', fullName: 'Ravi Shah', email: 'ravi@example.in' }
const NILA = { ...RAVI, _id: 'nila-1', fullName: 'Nila Das', suspendedAt: ASHA.lastActiveAt }
const PASSKEY = {
  _id: 'passkey-1',
  accountId: 'ravi-1',
  fullName: 'Ravi Shah',
  email: 'ravi@example.in',
  name: 'Old phone',
  createdAt: '2025-08-01T08:35:00.000Z',
  lastUsedAt: '2025-09-01T08:35:00.000Z',
}
const RESTORE = {
  restoredAt: '2025-09-05T08:35:00.000Z',
  backup: 'one.backup',
  passkeys: [PASSKEY],
  memberPasskeys: 12,
}
const ADDRESS = 'https://crm.example/hooks'
const HOOK = {
  _id: 'hook-1',
  address: ADDRESS,
  events: ['listing.decided'],
  state: 'paused',
  failures: 0,
  isRotating: false,
  createdAt: '2025-09-01T08:35:00.000Z',
  pausedAt: '2025-09-05T08:35:00.000Z',
}
const READ = 'GET /admin/restore'

function show(responses: Responses = {}) {
  renderWithSync(<TeamScreen />, {
    session: operatorAs('owner'),
    responses: {
      'GET /admin/staff': ok([ASHA, RAVI, NILA]),
      'GET /admin/staff/invitations': ok([]),
      'GET /admin/factor-rules': ok([]),
      'GET /admin/review-rules': REVIEW_RULES,
      'GET /admin/reasons': ok([], { meta: { version: 'v1' } }),
      'GET /admin/webhooks': ok([HOOK, { ...HOOK, _id: 'hook-2', state: 'active' }]),
      [READ]: ok(RESTORE),
      ...responses,
    },
  })
}

const findCard = () => screen.findByRole('region', { name: 'After the restore' })

it('the card lists the people who can sign in, the passkeys with their dates, and the paused webhooks', async () => {
  show()
  const card = within(await findCard())
  expect(card.getByText(/one\.backup was restored on 05 Sep 25, 14:05/)).toBeVisible()
  expect(card.getByRole('button', { name: 'Suspend Ravi Shah after the restore' })).toBeVisible()
  expect(card.queryByRole('button', { name: /Suspend Asha Rao/ })).toBeNull()
  expect(card.queryByText('Nila Das')).toBeNull()
  expect(card.getByText('Old phone')).toBeVisible()
  expect(card.getByText('Added 01 Aug 25')).toBeVisible()
  expect(card.getByText('Last used 01 Sep 25, 14:05')).toBeVisible()
  expect(card.getByText('Passkeys of users: 12')).toBeVisible()
  expect(await card.findAllByText(ADDRESS)).toHaveLength(1)
})

const PRESSES = [
  ['Suspend Ravi Shah after the restore', 'PATCH /admin/staff/ravi-1/suspension'],
  ['Remove the passkey Old phone of Ravi Shah', 'DELETE /admin/restore/passkeys/passkey-1'],
  [`Resume: ${ADDRESS}`, 'POST /admin/webhooks/hook-1/resume'],
  ['All of this is right', 'DELETE /admin/restore'],
] as const

it.each(PRESSES)('on a phone, one press on "%s" sends one call', async (name, path) => {
  showOnPhone()
  const call = recorded()
  show({ [path]: call.respond })
  await user.press(name, await findCard())
  await waitFor(() => expect(call.bodies).toHaveLength(1))
})

it.each(PRESSES)(
  'at a desk, the keyboard reaches "%s", and Enter sends one call',
  async (name, path) => {
    const call = recorded()
    show({ [path]: call.respond })
    const button = await within(await findCard()).findByRole('button', { name })
    const keys = userEvent.setup()
    for (let tabs = 0; tabs < 40 && document.activeElement !== button; tabs += 1) await keys.tab()
    expect(button).toHaveFocus()
    await keys.keyboard('{Enter}')
    await waitFor(() => expect(call.bodies).toHaveLength(1))
  },
)

it.each([
  ['Remove the passkeys of all users', 'Remove all', 'DELETE /admin/restore/member-passkeys'],
  [`Delete: ${ADDRESS}`, 'Delete', 'DELETE /admin/webhooks/hook-1'],
])('"%s" asks first, because it cannot be undone', async (name, confirm, path) => {
  const call = recorded()
  show({ [path]: call.respond })
  await user.press(name, await findCard())
  expect(call.bodies).toEqual([])
  await user.confirm(confirm)
  await waitFor(() => expect(call.bodies).toHaveLength(1))
})

it('a refusal is shown in the card, which stays until an owner has put it away', async () => {
  const error = 'Your role needs a second factor.'
  show({
    'DELETE /admin/restore/passkeys/passkey-1': refusal(409, { code: 'factor-required', error }),
  })
  const card = await findCard()
  await user.press('Remove the passkey Old phone of Ravi Shah', card)
  await user.sees(error, card)
  answer({ 'DELETE /admin/restore': ok(), [READ]: ok(null) })
  await user.press('All of this is right', card)
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'After the restore' })).toBeNull(),
  )
})
