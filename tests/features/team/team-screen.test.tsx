import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  answer,
  OPERATOR,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const ASHA = {
  _id: OPERATOR.account.id,
  fullName: 'Asha Rao',
  email: 'asha@example.in',
  role: 'owner',
  suspendedAt: null,
  lastActiveAt: '2025-09-05T08:35:00.000Z',
}
const RAVI = {
  _id: 'ravi-1',
  fullName: 'Ravi Shah',
  email: 'ravi@example.in',
  role: 'reviewer',
  suspendedAt: null,
  lastActiveAt: null,
}
const team = (...people: object[]) => ok(people)

const rules = (isRequired: boolean) =>
  team({ role: 'owner', isRequired: true }, { role: 'reviewer', isRequired })

function renderTeam(responses: Responses = {}) {
  renderWithSync(<TeamScreen />, {
    responses: {
      'GET /admin/staff': team(ASHA, RAVI),
      'GET /admin/staff/invitations': team(),
      'GET /admin/restore': ok(null),
      'GET /admin/factor-rules': rules(false),
      ...responses,
    },
  })
}

async function findCard(name: string) {
  const card = (await screen.findByText(name)).closest('tr')
  if (!card) throw new Error(`${name} is not in the list`)
  return within(card)
}

it('the list shows each person with role, e-mail address and last activity, and marks the current user', async () => {
  renderTeam()
  const asha = await findCard('Asha Rao')
  expect(asha.getByText('You')).toBeVisible()
  expect(asha.getByText('05 Sep 25, 14:05')).toBeVisible()
  expect(asha.getByRole('combobox', { name: 'Role of Asha Rao' })).toHaveValue('owner')
  const ravi = await findCard('Ravi Shah')
  expect(ravi.getByText('ravi@example.in')).toBeVisible()
  expect(ravi.getByText('Not yet')).toBeVisible()
  expect(ravi.queryByText('You')).toBeNull()
})

it('each column of the people has a head, and each row says again what its values are', async () => {
  renderTeam()
  const people = within(await screen.findByRole('table', { name: 'People' }))
  const heads = people.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['Person', 'Last active', 'Role', 'Actions'])
  const rows = people.getAllByRole('row').slice(1)
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    const cells = [within(row).getByRole('rowheader'), ...within(row).getAllByRole('cell')]
    expect(cells).toHaveLength(heads.length)
    const labels = [...row.querySelectorAll('.people-label')].map((label) => label.textContent)
    expect(labels).toEqual(heads.slice(1, -1))
  }
})

it('choosing a role for a person sends it, and reloads the list', async () => {
  const call = recorded()
  renderTeam({ 'PATCH /admin/staff/ravi-1/role': call.respond })
  const ravi = await findCard('Ravi Shah')
  answer({ 'GET /admin/staff': team(ASHA, { ...RAVI, role: 'viewer' }) })
  await userEvent.selectOptions(ravi.getByRole('combobox'), 'Viewer')
  await waitFor(() => expect(ravi.getByRole('combobox')).toHaveValue('viewer'))
  expect(call.bodies).toEqual([{ role: 'viewer' }])
})

it("a refusal to change the last owner's role is shown, and the role stays", async () => {
  const error = 'This is the last owner. Make somebody else an owner first.'
  renderTeam({
    [`PATCH /admin/staff/${ASHA._id}/role`]: refusal(409, { error, code: 'last-owner' }),
  })
  const select = (await findCard('Asha Rao')).getByRole('combobox')
  await userEvent.selectOptions(select, 'Viewer')
  expect(await screen.findByRole('alert')).toHaveTextContent(error)
  expect(select).toHaveValue('owner')
})

it('suspending a person needs a confirmation, which explains the effect, and can be undone', async () => {
  const call = recorded()
  renderTeam({ 'PATCH /admin/staff/ravi-1/suspension': call.respond })
  await user.act('Ravi Shah', 'Suspend')
  const text = await user.confirm('Cancel', 'Suspend Ravi Shah?')
  expect(text).toContain('Every device is signed out')
  expect(call.bodies).toEqual([])
  await user.act('Ravi Shah', 'Suspend')
  answer({ 'GET /admin/staff': team(ASHA, { ...RAVI, suspendedAt: '2025-09-05T09:00:00.000Z' }) })
  await user.confirm('Suspend')
  await user.sees('Suspended')
  await user.act('Ravi Shah', 'End suspension')
  await waitFor(() => expect(call.bodies).toEqual([{ isSuspended: true }, { isSuspended: false }]))
})

it('each person has one menu, but nobody can suspend themselves or reset their own second step', async () => {
  const on = { secondFactorAt: '2025-09-05T08:35:00.000Z' }
  renderTeam({ 'GET /admin/staff': team({ ...ASHA, ...on }, { ...RAVI, ...on }) })
  expect((await findCard('Ravi Shah')).getAllByRole('button')).toHaveLength(1)
  expect((await findCard('Asha Rao')).queryAllByRole('button')).toEqual([])
})

it('an owner can reset the two-step sign-in of another person, after a confirmation', async () => {
  const call = recorded()
  const on = { secondFactorAt: '2025-09-05T08:35:00.000Z' }
  renderTeam({
    'GET /admin/staff': team({ ...ASHA, ...on }, { ...RAVI, ...on }),
    'DELETE /admin/staff/ravi-1/second-factor': call.respond,
  })
  await user.act('Ravi Shah', 'Reset two-step sign-in')
  expect(call.bodies).toEqual([])
  answer({ 'GET /admin/staff': team(ASHA, RAVI) })
  await user.confirm('Reset', 'Reset the two-step sign-in of Ravi Shah?')
  await waitFor(() => expect(call.bodies).toEqual([null]))
  await user.press('Actions for Ravi Shah')
  expect(screen.queryByRole('menuitem', { name: 'Reset two-step sign-in' })).toBeNull()
})

it('without a network the screen shows one message, and loads again on request', async () => {
  expectConsole('error', /Could not load team/)
  expectConsole('error', /Could not load invitations/)
  renderTeam({ 'GET /admin/staff': noAnswer, 'GET /admin/staff/invitations': noAnswer })
  expect(
    await screen.findByText(
      'The server cannot be reached. The team can be seen and changed only online.',
    ),
  ).toBeVisible()
  answer({ 'GET /admin/staff': team(ASHA) })
  await user.press('Try again')
  await user.sees('Asha Rao')
})

it('the screen stores no data of the team on the device', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  renderTeam()
  await screen.findByText('Ravi Shah')
  expect(JSON.stringify(put.mock.calls)).not.toMatch(/ravi@example/)
  expect(JSON.stringify(localStorage)).not.toMatch(/ravi@example/)
})

it('an owner can require a second factor for a role, and a refusal is shown', async () => {
  const call = recorded()
  renderTeam({ 'PATCH /admin/factor-rules': call.respond })
  const card = await screen.findByRole('region', { name: 'Two-step sign-in' })
  answer({ 'GET /admin/factor-rules': rules(true) })
  await user.press('Require it of the role Reviewer', card)
  await waitFor(() => expect(call.bodies).toEqual([{ role: 'reviewer', isRequired: true }]))
  const error = 'Your role may not manage the team. Ask the owner.'
  answer({ 'PATCH /admin/factor-rules': refusal(403, { code: 'not-allowed', error }) })
  await user.press('Make it optional for the role Reviewer', card)
  await user.sees(error, card)
})
