import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import {
  answer,
  OPERATOR,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

const INVITATIONS = '/admin/staff/invitations'
const MEENA = {
  _id: 'meena-1',
  email: 'meena@example.in',
  role: 'loans',
  invitedBy: 'Asha Rao',
  expiresAt: '2099-09-08T08:35:00.000Z',
}
const LINK = `https://marketplace.example/account/join#${'x'.repeat(43)}`
const list = (...data: object[]) => ({ success: true, data })
const sent = (about: object = {}) => ({
  success: true,
  data: { invitation: MEENA, isMailed: true, link: null, ...about },
})
const refuse =
  (status: number, error: string, fields: object = {}) =>
  () =>
    HttpResponse.json({ success: false, error, fields }, { status })

function renderInvitations(responses: Responses = {}) {
  const owner = {
    _id: OPERATOR.account.id,
    fullName: 'Asha Rao',
    email: 'asha@example.in',
    role: 'owner',
    suspendedAt: null,
    lastActiveAt: null,
  }
  renderWithSync(<TeamScreen />, {
    responses: {
      'GET /admin/staff': list(owner),
      'GET /admin/factor-rules': { success: true, data: [] },
      [`GET ${INVITATIONS}`]: list(),
      ...responses,
    },
  })
}

const findEmail = () => screen.findByRole('textbox', { name: 'Email' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function invite(email = MEENA.email) {
  await press('Invite a person')
  await waitFor(async () => expect(await findEmail()).toHaveFocus())
  await userEvent.type(await findEmail(), email)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Loans')
  await press('Send invitation')
}

it('the list shows each invitation with its inviter, role and expiry, and marks an expired one', async () => {
  const old = {
    ...MEENA,
    _id: 'old',
    email: 'old@example.in',
    expiresAt: '2025-09-01T08:35:00.000Z',
  }
  renderInvitations({ [`GET ${INVITATIONS}`]: list(MEENA, old) })
  const pending = within(await screen.findByRole('list', { name: 'Pending invitations' }))
  const [first, second] = pending.getAllByRole('listitem')
  for (const text of ['meena@example.in', 'Invited by Asha Rao', 'Loans', /08 Sep 99, 14:05/])
    expect(within(first ?? document.body).getByText(text)).toBeVisible()
  expect(within(second ?? document.body).getByText('Expired')).toBeVisible()
  expect(pending.getAllByText('Expired')).toHaveLength(1)
})

it('an invitation is sent with its role and then listed, and the field is cleared', async () => {
  const bodies: unknown[] = []
  renderInvitations({
    [`POST ${INVITATIONS}`]: async (request: Request) => {
      bodies.push(await request.json())
      answer({ [`GET ${INVITATIONS}`]: list(MEENA) })
      return HttpResponse.json(sent())
    },
  })
  await invite(' Meena@Example.in')
  expect(await screen.findByText(/The invitation of meena@example.in was sent/)).toBeVisible()
  expect(await screen.findByRole('list', { name: 'Pending invitations' })).toBeVisible()
  expect(bodies).toEqual([{ email: MEENA.email, role: 'loans' }])
  expect(await findEmail()).toHaveValue('')
})

describe('the typed e-mail address stays', () => {
  const taken = 'This address is on the team already.'
  it.each([
    ['next to the field', MEENA.email, refuse(409, taken, { email: taken }), taken],
    [
      'above the list',
      MEENA.email,
      refuse(429, 'Too many invitations. Try again in 9 minutes.'),
      'Too many invitations. Try again in 9 minutes.',
    ],
    [
      'without a network',
      MEENA.email,
      () => HttpResponse.error(),
      'The server cannot be reached. The team can be seen and changed only online.',
    ],
    [
      'for an invalid address',
      'meena@',
      () => HttpResponse.error(),
      'Enter a valid e-mail address.',
    ],
  ])('when an error is shown %s', async (_, email, refusal, sentence) => {
    renderInvitations({ [`POST ${INVITATIONS}`]: refusal })
    await invite(email)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(await findEmail()).toHaveValue(email)
  })
})

it('the screen reports a failed mail, and sends the invitation again on request', async () => {
  renderInvitations({ [`POST ${INVITATIONS}`]: sent({ isMailed: false }) })
  await invite()
  expect(await screen.findByText(/is saved, but the mail server did not take/)).toBeVisible()
  answer({ [`POST ${INVITATIONS}/meena-1/resend`]: sent() })
  await press('Send again')
  expect(await screen.findByText(/The invitation of meena@example.in was sent/)).toBeVisible()
})

describe('without a mail server', () => {
  it.each([
    ['the link of an invitation can be copied', null, 'Copied.'],
    [
      'the link of an invitation is selected if copying is denied',
      new Error('denied'),
      /copy it by hand/,
    ],
  ])('%s', async (_, denied, said) => {
    const user = userEvent.setup() // also stubs the clipboard
    renderInvitations({ [`POST ${INVITATIONS}`]: sent({ isMailed: false, link: LINK }) })
    await invite()
    const field = await screen.findByRole('textbox', { name: `Link for ${MEENA.email}` })
    expect(field).toHaveValue(LINK)
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    if (denied) write.mockRejectedValue(denied)
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText(said)).toBeVisible()
    expect(write).toHaveBeenCalledWith(LINK)
    write.mockRestore()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('#')
  })
})

it('revoking an invitation needs a confirmation, and then reloads the list', async () => {
  const revoked = vi.fn(() => {
    answer({ [`GET ${INVITATIONS}`]: list() })
    return HttpResponse.json({ success: true })
  })
  renderInvitations({
    [`GET ${INVITATIONS}`]: list(MEENA),
    [`DELETE ${INVITATIONS}/meena-1`]: revoked,
  })
  await press('Revoke the invitation of meena@example.in')
  await press('Cancel')
  expect(revoked).not.toHaveBeenCalled()
  await press('Revoke the invitation of meena@example.in')
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(screen.queryByText(MEENA.email)).toBeNull())
  expect(revoked).toHaveBeenCalledOnce()
})
