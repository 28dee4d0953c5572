import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, MEERA, OPERATOR, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  arriveAtEvents,
  authAnswer,
  close,
  fieldOf,
  openAt,
  PASSWORD,
  seeAlert,
  seeErrors,
  seeTyped,
} from './end-user.ts'

setupAnswers()

const LOGIN = 'POST /auth/login'
const VERIFIED = authAnswer({ verified: true }, { codeSent: null, resendAfter: null })
const AS_MEERA = authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: true })

const openForm = (scripted: NonNullable<Parameters<typeof openAt>[1]>[string] = VERIFIED) =>
  openAt('/account/sign-in', { [LOGIN]: scripted })

async function signIn(email = 'nisha@example.in') {
  await user.fill({ Email: email, Password: PASSWORD })
  await user.press('Sign in')
}

describe('an accepted sign-in', () => {
  test('sends the device token stored for the e-mail address, even after a sign-out', async () => {
    const call = recorded({ ...VERIFIED, deviceToken: 'known-here' })
    const { runtime } = openForm(call.respond)
    await signIn(' Nisha@Example.IN')
    await arriveAtEvents()
    expect(localStorage.getItem('token')).toBe('token-7')
    expect(localStorage.getItem('admin')).toBeNull()
    expect(runtime.session.find()?.account).toMatchObject({ id: 'user-7', isVerified: true })
    expect(sessionStorage.getItem('draft:anyone:sign-in')).toBeNull()
    for (const email of ['asha@example.in', 'nisha@example.in']) {
      await act(() => runtime.sessionEnd.signOut())
      await signIn(email)
      await arriveAtEvents()
    }
    const rest = { password: PASSWORD, preferredRole: 'user' }
    expect(call.bodies).toEqual([
      { email: 'nisha@example.in', ...rest },
      { email: 'asha@example.in', ...rest },
      { email: 'nisha@example.in', ...rest, deviceToken: 'known-here' },
    ])
  })

  test('is shown as pending, and the link "Continue as" never appears, not even briefly', async () => {
    const seen: string[] = []
    const observer = new MutationObserver((records) => {
      for (const node of records.flatMap((record) => [...record.addedNodes]))
        seen.push(node.textContent ?? '')
    })
    const scripted = held(VERIFIED)
    openForm(scripted.respond)
    await fieldOf('Email')
    observer.observe(document.body, { childList: true, subtree: true })
    await signIn()
    expect(await screen.findByRole('button', { name: 'Sign in', busy: true })).toBeVisible()
    scripted.letGo()
    await arriveAtEvents()
    observer.disconnect()
    expect(seen.join(' ')).toContain('No events yet')
    expect(seen.join(' ')).not.toContain('Continue as')
  })
})

test.each([
  ['Sign in', 'Sign in'],
  ['Create an account', 'Create an account'],
  ['Operator sign-in', 'Admin'],
])('a click on "%s" moves the focus to the heading of the opened page', async (link, heading) => {
  openAt('/')
  await user.follow(link)
  await waitFor(async () =>
    expect(await screen.findByRole('heading', { name: heading })).toHaveFocus(),
  )
})

describe('a refused sign-in', () => {
  test('of an empty form describes each missing field; opening the form does not move the focus', async () => {
    openForm()
    await fieldOf('Email')
    expect(document.body).toHaveFocus()
    await user.press('Sign in')
    await seeErrors({ Email: 'Enter an e-mail address.', Password: 'Enter a password.' })
    await waitFor(async () => expect(await fieldOf('Email')).toHaveFocus())
  })

  test("with a 401 shows the server's error, stays on the page, and removes the token", async () => {
    const refused = refusal(401, { error: 'Invalid credentials' })
    openAt('/account/sign-in', { [LOGIN]: refused }, { session: MEERA })
    await signIn('meera@example.in')
    await seeAlert(/^Invalid credentials$/)
    expect(window.location.pathname).toBe('/account/sign-in')
    expect(localStorage.getItem('token')).toBeNull()
    await seeTyped({ Email: 'meera@example.in', Password: PASSWORD })
    expect(screen.queryByRole('link', { name: /Continue as/ })).toBeNull()
  })

  test('without an answer does not blame the credentials, and keeps the typed text', async () => {
    const before = openForm(noAnswer)
    await signIn()
    const alert = await screen.findByRole('alert')
    expect(screen.getByText('Login failed')).toBeVisible()
    expect(alert).toHaveTextContent('The server cannot be reached. Signing in needs a connection.')
    expect(alert).not.toHaveTextContent('Invalid')
    await seeTyped({ Password: PASSWORD })
    await close(before)
    openForm()
    await seeTyped({ Email: 'nisha@example.in', Password: '' })
  })
})

describe('the way back after a session ended', () => {
  const toForm = '/account/events?open=new'

  async function loseSession() {
    const over = refusal(401, { error: 'Session over' })
    openAt(toForm, { 'GET /events/user': over }, { session: MEERA })
    await screen.findByText(/Your session ended/)
    answer({ 'GET /events/user': [], [LOGIN]: AS_MEERA })
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('data-variant', 'primary')
    await user.follow('Sign in')
  }

  test('returns the same user to their page, even through the registration form', async () => {
    await loseSession()
    await user.follow('Create an account')
    await screen.findByRole('button', { name: 'Create account' })
    await user.follow('Sign in')
    await signIn('meera@example.in')
    await arriveAtEvents(toForm)
  })

  test('does not report the ended session again when the browser goes back to the home page', async () => {
    await loseSession()
    await signIn('meera@example.in')
    await arriveAtEvents(toForm)
    act(() => window.history.back())
    await user.sees(/^Signed in as/)
    expect(screen.queryByText(/Your session ended/)).toBeNull()
  })
})

test.each([
  ['user', MEERA, 'Continue as Meera Iyer', '/account/events'],
  ['operator', OPERATOR, 'Continue to dashboard', '/dashboard'],
])(
  'the sign-in page offers a signed-in %s a link to continue',
  async (_role, session, name, href) => {
    openAt('/account/sign-in', {}, { session })
    await user.seesLink(name, href)
  },
)
