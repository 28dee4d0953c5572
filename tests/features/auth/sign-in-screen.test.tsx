import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { answer, MEERA, OPERATOR, setupAnswers } from '#tests/support/render-with-sync.tsx'
import {
  arriveAtEvents,
  arriveAtPanel,
  authAnswer,
  besideOf,
  close,
  fieldOf,
  fill,
  held,
  noAnswer,
  openAt,
  PASSWORD,
  press,
  recorded,
  refusal,
} from './end-user.ts'

setupAnswers()

const LOGIN = 'POST /auth/login'
const VERIFIED = authAnswer({ verified: true }, { codeSent: null, resendAfter: null })

/** What another tab stores when Meera signs in there. */
function signInElsewhere() {
  localStorage.setItem('session', JSON.stringify({ account: MEERA.account }))
  localStorage.setItem('token', MEERA.token)
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
}

const openForm = (scripted: NonNullable<Parameters<typeof openAt>[1]>[string] = VERIFIED) =>
  openAt('/account/sign-in', { [LOGIN]: scripted })

async function signIn(email = 'nisha@example.in', password = PASSWORD) {
  await fill({ Email: email, Password: password })
  await press('Sign in')
}

describe('an accepted sign-in', () => {
  test('sends e-mail and password, and leads to the events', async () => {
    const call = recorded(VERIFIED)
    const { runtime } = openForm(call.respond)
    await signIn(' Nisha@Example.IN')
    await arriveAtEvents()
    expect(call.bodies).toEqual([{ email: 'nisha@example.in', password: PASSWORD }])
    expect(localStorage.getItem('token')).toBe('token-7')
    expect(localStorage.getItem('admin')).toBeNull()
    expect(runtime.session.find()?.account).toMatchObject({ id: 'user-7', isVerified: true })
    expect(sessionStorage.getItem('draft:anyone:sign-in')).toBeNull()
  })

  test('sends the device token of the same address, also after a sign-out', async () => {
    const call = recorded({ ...VERIFIED, deviceToken: 'known-here' })
    const { runtime } = openForm(call.respond)
    await signIn()
    await arriveAtEvents()
    for (const email of ['asha@example.in', 'nisha@example.in']) {
      await act(() => runtime.sessionEnd.signOut())
      await signIn(email)
      await arriveAtEvents()
    }
    expect(call.bodies).toEqual([
      { email: 'nisha@example.in', password: PASSWORD },
      { email: 'asha@example.in', password: PASSWORD },
      { email: 'nisha@example.in', password: PASSWORD, deviceToken: 'known-here' },
    ])
  })

  test('with an unverified address leads to the code first', async () => {
    openForm(authAnswer())
    await signIn()
    expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  })

  test('of the operator sets the flag and leads to the panel', async () => {
    openAt('/account/sign-in', { ...panelAnswers(), [LOGIN]: authAnswer({ role: 'admin' }) })
    await signIn()
    await arriveAtPanel()
    expect(localStorage.getItem('admin')).toBe('true')
  })

  test('shows that it is pending', async () => {
    const scripted = held(VERIFIED)
    openForm(scripted.respond)
    await signIn()
    expect(await screen.findByRole('button', { name: 'Sign in', busy: true })).toBeVisible()
    scripted.letGo()
    await arriveAtEvents()
  })
})

describe('the focus', () => {
  test('is not moved when the page loads', async () => {
    openForm()
    await fieldOf('Email')
    expect(document.body).toHaveFocus()
  })

  test.each([
    ['Sign in', 'Sign in'],
    ['Create an account', 'Create an account'],
    ['Operator sign-in', 'Admin'],
  ])('moves to the heading after a press of "%s"', async (link, heading) => {
    openAt('/')
    await userEvent.click(await screen.findByRole('link', { name: link }))
    expect(await screen.findByRole('heading', { name: heading })).toHaveFocus()
  })
})

describe('a refused sign-in', () => {
  test('an empty form describes each missing field', async () => {
    openForm()
    await press('Sign in')
    expect(besideOf(await fieldOf('Email'))).toContain('Enter an e-mail address.')
    expect(besideOf(await fieldOf('Password'))).toContain('Enter a password.')
    expect(await fieldOf('Email')).toHaveFocus()
  })

  test("by a 401 shows the server's error, stays, and removes the token", async () => {
    openAt(
      '/account/sign-in',
      { [LOGIN]: refusal(401, { error: 'Invalid credentials' }) },
      { session: MEERA },
    )
    await signIn('meera@example.in')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid credentials$/)
    expect(window.location.pathname).toBe('/account/sign-in')
    expect(localStorage.getItem('token')).toBeNull()
    expect(await fieldOf('Email')).toHaveValue('meera@example.in')
    expect(await fieldOf('Password')).toHaveValue(PASSWORD)
    expect(screen.queryByRole('link', { name: /Continue as/ })).toBeNull()
  })

  test("by a 429 shows the server's message unchanged", async () => {
    const error = 'Too many tries. Try again in 40 seconds.'
    openForm(refusal(429, { error }, { 'Retry-After': '40' }))
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(error)
  })

  test('without an answer does not blame the credentials, and keeps the typed text', async () => {
    const before = openForm(noAnswer)
    await signIn()
    const alert = await screen.findByRole('alert')
    expect(screen.getByText('Login failed')).toBeVisible()
    expect(alert).toHaveTextContent('The server cannot be reached. Signing in needs a connection.')
    expect(alert).not.toHaveTextContent('Invalid')
    expect(await fieldOf('Password')).toHaveValue(PASSWORD)
    await close(before)
    openForm()
    expect(await fieldOf('Email')).toHaveValue('nisha@example.in')
    expect(await fieldOf('Password')).toHaveValue('')
  })
})

describe('the way back after a session ended', () => {
  const SESSION_OVER = refusal(401, { error: 'Session over' })
  const toForm = '/account/events?open=new'

  async function loseSession() {
    openAt(toForm, { 'GET /events/user': SESSION_OVER }, { session: MEERA })
    await screen.findByText(/Your session ended/)
    answer({ 'GET /events/user': [] })
    const signInLink = screen.getByRole('link', { name: 'Sign in' })
    expect(signInLink).toHaveAttribute('data-variant', 'primary')
    await userEvent.click(signInLink)
  }

  test('leads the same user to the page they were on', async () => {
    await loseSession()
    answer({ [LOGIN]: authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: false }) })
    await signIn('meera@example.in')
    await arriveAtEvents(toForm)
  })

  test('is not offered again, nor is the reason, when Back leads home', async () => {
    await loseSession()
    answer({ [LOGIN]: authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: true }) })
    await signIn('meera@example.in')
    await arriveAtEvents(toForm)
    act(() => window.history.back())
    expect(await screen.findByText(/^Signed in as/)).toBeVisible()
    expect(screen.queryByText(/Your session ended/)).toBeNull()
  })

  test('leads another user to their own events', async () => {
    await loseSession()
    answer({ [LOGIN]: VERIFIED })
    await signIn()
    await arriveAtEvents()
  })

  test('survives a visit to the registration form', async () => {
    await loseSession()
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
    await screen.findByRole('button', { name: 'Create account' })
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    answer({ [LOGIN]: authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: true }) })
    await signIn('meera@example.in')
    await arriveAtEvents(toForm)
  })
})

test('a signed-in user can continue', async () => {
  openAt('/account/sign-in', {}, { session: MEERA })
  expect(await screen.findByRole('link', { name: 'Continue as Meera Iyer' })).toHaveAttribute(
    'href',
    '/account/events',
  )
})

test('a user who signed in in another tab can continue here too', async () => {
  openForm()
  await fieldOf('Email')
  signInElsewhere()
  expect(await screen.findByRole('link', { name: 'Continue as Meera Iyer' })).toBeVisible()
})

test('does not flash the link to continue during a sign-in', async () => {
  const seen: string[] = []
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap((record) => [...record.addedNodes]))
      seen.push(node.textContent ?? '')
  })
  openForm()
  await fieldOf('Email')
  observer.observe(document.body, { childList: true, subtree: true })
  await signIn()
  await arriveAtEvents()
  observer.disconnect()
  expect(seen.join(' ')).toContain('No events yet')
  expect(seen.join(' ')).not.toContain('Continue as')
})

test('the signed-in operator can continue to the panel', async () => {
  openAt('/account/sign-in', {}, { session: OPERATOR })
  expect(await screen.findByRole('link', { name: 'Continue to dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
})
