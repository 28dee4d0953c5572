import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { NewSession } from '#src/session/session-store.ts'
import {
  arriveAtPanel,
  authAnswer,
  close,
  fieldOf,
  openAt,
  PASSWORD,
  seeAlert,
  seeErrors,
  seeTyped,
} from '#tests/features/auth/end-user.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  type Responses,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const TOKEN = 'x'.repeat(43)
const READ = 'POST /auth/read-link'
const INFO = {
  email: 'ravi@example.in',
  accountRole: 'user',
  role: null,
  invitedBy: null,
  minPasswordChars: 8,
}
const link = (info: object = {}) => ok({ ...INFO, ...info })
const invitation = link({ role: 'reviewer', invitedBy: 'Asha Rao' })

const openJoin = (responses: Responses = {}, session: NewSession | null = null) =>
  openAt(
    `/account/join#${TOKEN}`,
    { ...panelAnswers(), [READ]: invitation, ...responses },
    { session },
  )
const openReset = (responses: Responses = {}) =>
  openAt(`/account/reset#${TOKEN}`, { [READ]: link(), ...responses })

describe.each([
  ['join', openJoin, 'invitation', 'Join the team'],
  ['reset', openReset, 'reset', 'Change password'],
] as const)('the %s link', (path, open, kind, button) => {
  test('leaves the address bar at once and is never stored, so a reload asks the person to open the link again', async () => {
    const { bodies, respond } = recorded(invitation)
    const page = open({ [READ]: respond })
    await screen.findByRole('button', { name: button })
    expect(window.location.href).toMatch(new RegExp(`/account/${path}$`))
    expect(bodies).toEqual([{ kind, token: TOKEN }])
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])
    expect(stored).not.toContain(TOKEN)
    await close(page)
    openAt(`/account/${path}`)
    await seeAlert('Open the link from the e-mail again.')
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test.each([
    [410, 'This link was used already.'],
    [410, 'This link has expired.'],
    [404, 'This link is not valid.'],
  ])('refused with %s shows the error instead of the form: %s', async (status, error) => {
    open({ [READ]: refusal(status, { error }) })
    await seeAlert(error)
    expect(screen.queryByLabelText('Password')).toBeNull()
  })

  test('is checked again by "Try again" after the network failed', async () => {
    open({ [READ]: noAnswer })
    await seeAlert('Opening a link needs a connection.')
    answer({ [READ]: invitation })
    await user.press('Try again')
    expect(await screen.findByRole('button', { name: button })).toBeVisible()
  })

  test('is replaced by another link that is opened in the same tab', async () => {
    open({ [READ]: refusal(410, { error: 'This link has expired.' }) })
    await screen.findByRole('alert')
    const { bodies, respond } = recorded(invitation)
    answer({ [READ]: respond })
    window.location.hash = 'y'.repeat(43)
    expect(await screen.findByRole('button', { name: button })).toBeVisible()
    expect(bodies).toEqual([{ kind, token: 'y'.repeat(43) }])
  })
})

describe('the page to join the team', () => {
  const member = { _id: 'ravi-1', fullName: 'Ravi Shah', email: INFO.email, role: 'admin' }
  const joined = authAnswer({ ...member, staffRole: 'reviewer', verified: true })

  test('shows the inviter and the invited person, and opens the panel after name and password are set', async () => {
    const { bodies, respond } = recorded(joined)
    openJoin({ 'POST /auth/join': respond })
    await user.sees('Asha Rao invites ravi@example.in as Reviewer.')
    await user.press('Join the team')
    await seeErrors({ 'Full name': 'Enter your name.' })
    expect(bodies).toEqual([])
    await user.fill({ 'Full name': 'Ravi Shah', Password: PASSWORD })
    expect(await fieldOf('Password')).toHaveAttribute('autocomplete', 'new-password')
    await user.press('Join the team')
    await arriveAtPanel()
    expect(bodies).toEqual([{ token: TOKEN, fullName: 'Ravi Shah', password: PASSWORD }])
    expect(localStorage.getItem('admin')).toBe('true')
  })

  const common = { error: 'A common one.', fields: { password: 'A common one.' } }
  test.each([
    ['next to the field', refusal(400, common), () => seeErrors({ Password: 'A common one.' })],
    ['above the form', refusal(410, { error: 'Used already.' }), () => seeAlert('Used already.')],
    ['above the form if no answer arrives', noAnswer, () => seeAlert(/cannot be reached/)],
  ])('shows an error %s, and keeps the typed text', async (_where, refuse, seeError) => {
    openJoin({ 'POST /auth/join': refuse })
    await user.fill({ 'Full name': 'Ravi Shah', Password: PASSWORD })
    await user.press('Join the team')
    await seeError()
    await seeTyped({ 'Full name': 'Ravi Shah', Password: PASSWORD })
  })

  test('needs a confirmation when somebody else is signed in on this device', async () => {
    const { bodies, respond } = recorded(joined)
    openJoin({ 'POST /auth/join': respond }, OPERATOR)
    await user.fill({ 'Full name': 'Ravi Shah', Password: PASSWORD })
    await user.press('Join the team')
    await user.confirm('Cancel')
    expect(bodies).toEqual([])
  })
})

test.each([
  ['user', 'For ravi@example.in.', '/account/sign-in'],
  ['admin', 'For your team account, ravi@example.in.', '/login'],
])(
  'the reset page of a %s account names the account and leads to the right sign-in page',
  async (role, tagline, signIn) => {
    const { bodies, respond } = recorded({ success: true, role })
    openReset({ [READ]: link({ accountRole: role }), 'POST /auth/reset-password': respond })
    await user.sees(tagline)
    await user.press('Change password')
    await seeErrors({ Password: 'Choose a password.' })
    await user.fill({ Password: PASSWORD })
    await user.press('Change password')
    await user.sees('Every device was signed out. Sign in with the new password.')
    expect(bodies).toEqual([{ token: TOKEN, password: PASSWORD }])
    await user.follow('Sign in')
    await waitFor(() => expect(window.location.pathname).toBe(signIn))
  },
)

describe('a forgotten password', () => {
  const FORGOT = 'POST /auth/forgot-password'
  const sent = (linkSent: boolean) => ({ success: true, linkSent })

  test.each(['/login', '/account/sign-in'])(
    'is reset by a mail: %s links to the page that requests the mail, and that page links back',
    async (path) => {
      const { bodies, respond } = recorded(sent(true))
      openAt(path, { [FORGOT]: respond })
      await user.follow('Forgot your password?')
      await screen.findByRole('heading', { name: 'Forgot your password?' })
      await user.fill({ Email: 'Nisha@Example.in' })
      await user.press('Send link')
      await user.sees(/^If nisha@example.in has an account, a link is on its way/)
      expect(bodies).toEqual([{ email: 'nisha@example.in' }])
      await user.press('Send another link')
      await seeTyped({ Email: 'Nisha@Example.in' })
      await user.follow('Back to sign-in')
      await waitFor(() => expect(window.location.pathname).toBe(path))
    },
  )

  const noMails = refusal(409, { error: 'This server sends no e-mails.' })
  const tooMany = refusal(429, { error: 'Too many links.' }, { 'Retry-After': '60' })
  test.each<[string, ScriptedAnswer, string]>([
    [
      'the mail server is down',
      sent(false),
      'The mail server takes no mails now. Try again later.',
    ],
    ['the server has no mail server', noMails, 'This server sends no e-mails.'],
    ['too many links were requested', tooMany, 'Too many links.'],
    [
      'the backend cannot send links',
      refusal(404),
      'This server sends no links. Ask the administra',
    ],
    [
      'the network fails',
      noAnswer,
      'The server cannot be reached. Sending a link needs a connection.',
    ],
  ])('leads to an error when %s, and the e-mail address is kept', async (_, respond, sentence) => {
    openAt('/account/forgot', { [FORGOT]: respond })
    await user.fill({ Email: 'nisha@example.in' })
    await user.press('Send link')
    await seeAlert(sentence)
    await seeTyped({ Email: 'nisha@example.in' })
  })
})
