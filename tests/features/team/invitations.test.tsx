import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, expect, it, vi } from 'vitest'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  operatorAs,
  type Responses,
  renderApp,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

// Imports the deferred modules before the tests: on a busy machine, a test would time out while it imports them.
beforeAll(async () => {
  await import('#src/app/shells/panel/panel-shell.tsx')
  await import('#src/app/session/sign-out-dialog.tsx')
  await import('#src/features/loans/loans-screen.tsx')
  await import('#src/features/outbox/outbox-screen.tsx')
})

const LIST = 'GET /admin/staff/invitations'
const INVITE = 'POST /admin/staff/invitations'
const MEENA = {
  _id: 'meena-1',
  email: 'meena@example.in',
  role: 'loans',
  invitedBy: 'Asha Rao',
  expiresAt: '2099-09-08T08:35:00.000Z',
}
const LINK = `https://marketplace.example/account/join#${'x'.repeat(43)}`
const TAKEN = 'This address is on the team already.'
const sent = (about: object = {}) => ok({ invitation: MEENA, isMailed: true, link: null, ...about })

function renderInvitations(responses: Responses = {}) {
  renderWithSync(<TeamScreen />, {
    responses: {
      'GET /admin/staff': ok([{ _id: OPERATOR.account.id, fullName: 'Asha Rao', role: 'owner' }]),
      'GET /admin/restore': ok(null),
      'GET /admin/factor-rules': ok([]),
      [LIST]: ok([]),
      ...responses,
    },
  })
}

const findEmail = () => screen.findByRole('textbox', { name: 'Email' })

const textOf = (element: HTMLElement) => element.textContent

async function invite(email = MEENA.email) {
  await user.press('Invite a person')
  await waitFor(async () => expect(await findEmail()).toHaveFocus())
  await user.fill({ Email: email })
  await user.choose('Role', 'Loans')
  await user.press('Send invitation')
}

it('the list shows each invitation with its inviter, role and expiry, and marks an expired one', async () => {
  const old = { ...MEENA, email: 'old@example.in', expiresAt: '2025-09-01T08:35:00.000Z' }
  renderInvitations({ [LIST]: ok([MEENA, { ...old, _id: 'old' }]) })
  const pending = within(await screen.findByRole('table', { name: 'Pending invitations' }))
  const [heads, first, second] = pending.getAllByRole('row')
  expect(
    within(heads ?? document.body)
      .getAllByRole('columnheader')
      .map(textOf),
  ).toEqual(['Invited', 'Link works until', 'Role', 'Actions'])
  expect(
    within(first ?? document.body)
      .getAllByRole('cell')
      .map(textOf)
      .slice(1, 2),
  ).toEqual(['RoleLoans'])
  for (const text of ['meena@example.in', 'Invited by Asha Rao', 'Loans', /08 Sep 99, 14:05/])
    expect(within(first ?? document.body).getByText(text)).toBeVisible()
  expect(within(second ?? document.body).getByText('Expired')).toBeVisible()
  expect(pending.getAllByText('Expired')).toHaveLength(1)
})

it('an invitation is sent with its role and then listed, and the field is cleared', async () => {
  const call = recorded(() => {
    answer({ [LIST]: ok([MEENA]) })
    return HttpResponse.json(sent())
  })
  renderInvitations({ [INVITE]: call.respond })
  await invite(' Meena@Example.in')
  await user.sees(/The invitation of meena@example.in was sent/)
  expect(await screen.findByRole('table', { name: 'Pending invitations' })).toBeVisible()
  expect(call.bodies).toEqual([{ email: MEENA.email, role: 'loans' }])
  expect(await findEmail()).toHaveValue('')
})

it.each([
  [
    'next to the field',
    MEENA.email,
    refusal(409, { error: TAKEN, fields: { email: TAKEN } }),
    TAKEN,
  ],
  ['above the list', MEENA.email, refusal(429, { error: 'Too many.' }), 'Too many.'],
  [
    'without a network',
    MEENA.email,
    noAnswer,
    /^The server cannot be reached. The team can be seen/,
  ],
  ['for an invalid address', 'meena@', noAnswer, 'Enter a valid e-mail address.'],
])('the typed e-mail address stays when an error is shown %s', async (_, email, answer, error) => {
  renderInvitations({ [INVITE]: answer })
  await invite(email)
  await user.sees(error)
  expect(await findEmail()).toHaveValue(email)
})

it('the screen reports a failed mail, and sends the invitation again on request', async () => {
  renderInvitations({ [INVITE]: sent({ isMailed: false }) })
  await invite()
  await user.sees(/is saved, but the mail server did not take/)
  answer({ [`${INVITE}/meena-1/resend`]: sent() })
  await user.press('Send again')
  await user.sees(/The invitation of meena@example.in was sent/)
})

const LEENA = { ...MEENA, _id: 'leena-1', email: 'leena@example.in' }
const OTHER_LINK = `https://marketplace.example/account/join#${'y'.repeat(43)}`

/** Answers as a server without a mail server. */
function renderWithoutMail() {
  const open: object[] = []
  renderInvitations({
    [LIST]: () => HttpResponse.json(ok(open)),
    [INVITE]: async (request) => {
      const { email } = (await request.json()) as { email: string } // the app sends this shape
      const invitation = email === LEENA.email ? LEENA : MEENA
      open.push(invitation)
      const link = invitation === LEENA ? OTHER_LINK : LINK
      return HttpResponse.json(sent({ invitation, isMailed: false, link }))
    },
  })
  return open
}

const findLink = (email: string) => screen.findByRole('textbox', { name: `Link for ${email}` })

it.each([
  ['copied', null, 'Copied.'],
  ['selected if copying is denied', new Error('denied'), /copy it by hand/],
])(
  'without a mail server, the link of an invitation can be %s on its row',
  async (_, denied, said) => {
    userEvent.setup() // stubs the clipboard
    renderWithoutMail()
    await invite()
    const field = await findLink(MEENA.email)
    expect(field).toHaveValue(LINK)
    expect(field.closest('tr')?.previousElementSibling).toHaveTextContent(MEENA.email)
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    if (denied) write.mockRejectedValue(denied)
    await user.press(`Copy the link for ${MEENA.email}`)
    await user.sees(said)
    expect(write).toHaveBeenCalledWith(LINK)
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('#')
  },
)

it('a link stays when the next person is invited, and goes when its own invitation is used', async () => {
  const open = renderWithoutMail()
  await invite()
  await user.fill({ Email: LEENA.email })
  await user.press('Send invitation')
  expect(await findLink(LEENA.email)).toHaveValue(OTHER_LINK)
  expect(await findLink(MEENA.email)).toHaveValue(LINK)
  open.shift() // Meena has joined
  answer({ [`${INVITE}/leena-1/resend`]: sent({ invitation: LEENA, link: `${OTHER_LINK}2` }) })
  await user.act(LEENA.email, 'Send again')
  await waitFor(async () => expect(await findLink(LEENA.email)).toHaveValue(`${OTHER_LINK}2`))
  await user.seesNo(MEENA.email)
})

it('a link is still there after another section, and leaving the page asks while a link is open', async () => {
  const responses = {
    ...panelAnswers(),
    'GET /admin/staff': ok([]),
    'GET /admin/restore': ok(null),
    'GET /admin/factor-rules': ok([]),
    [LIST]: ok([MEENA]),
    [INVITE]: sent({ isMailed: false, link: LINK }),
    'DELETE /admin/staff/invitations/meena-1': ok(),
  }
  const leave = () => {
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    return leaving.defaultPrevented
  }
  renderApp({ session: operatorAs('owner'), responses, address: '/dashboard?section=team' })
  await screen.findByRole('button', { name: 'Invite a person' })
  expect(leave()).toBe(false)
  await invite()
  await findLink(MEENA.email)
  for (const section of ['Dashboard', 'Outbox', 'Loan Applications', 'Team']) {
    await user.press('Menu')
    await user.follow(section)
    await screen.findByRole('heading', { level: 2, name: section })
    expect(leave()).toBe(true)
  }
  expect(await findLink(MEENA.email)).toHaveValue(LINK)
  await user.press('Menu')
  await user.press('Logout')
  await user.sees(/1 invitation link has not been used/)
  await user.press('Stay')
  answer({ [LIST]: ok([]) })
  await user.act(MEENA.email, 'Revoke')
  await user.confirm('Revoke')
  await user.seesNo(MEENA.email)
  await waitFor(() => expect(leave()).toBe(false))
})

it('revoking an invitation needs a confirmation, and then reloads the list', async () => {
  const call = recorded(() => {
    answer({ [LIST]: ok([]) })
    return HttpResponse.json(ok())
  })
  renderInvitations({
    [LIST]: ok([MEENA]),
    'DELETE /admin/staff/invitations/meena-1': call.respond,
  })
  await user.act(MEENA.email, 'Revoke')
  await user.confirm('Cancel')
  expect(call.bodies).toEqual([])
  await user.act(MEENA.email, 'Revoke')
  await user.confirm('Revoke')
  await user.seesNo(MEENA.email)
  expect(call.bodies).toEqual([null])
})
