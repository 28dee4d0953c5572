import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  arriveAtEvents,
  arriveAtListings,
  arriveAtPanel,
  authAnswer,
  CREDENTIALS,
  fillRegistration,
  openAt,
  PASSWORD,
  REGISTRATION,
  seeAlert,
  seeTyped,
} from '#tests/features/auth/end-user.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  answer,
  MEERA,
  OPERATOR,
  type ScriptedAnswer,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const SAME_USER = authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: true })

/** Opens a page on a device where Meera is signed in. Records the page's calls in order, with their tokens. */
function onMeerasDevice(address: string, call: string, first: ScriptedAnswer) {
  const calls: string[] = []
  const noted = (path: string, body: ScriptedAnswer) => (request: Request) => {
    calls.push(`${path.replace('POST /auth/', '')} ${request.headers.get('Authorization')}`)
    return typeof body === 'function' ? body(request) : HttpResponse.json(body)
  }
  const logout = noted('logout', { success: true })
  const responses = { ...panelAnswers(), [call]: noted(call, first), 'POST /auth/logout': logout }
  const { runtime } = openAt(address, responses, { session: MEERA })
  return { calls, runtime, next: (body: object) => answer({ [call]: noted(call, body) }) }
}

async function settle(choice: 'Cancel' | 'Sign out and continue', name = 'Meera Iyer') {
  const question = `Sign out ${name} on this device?`
  const dialog = await screen.findByRole('alertdialog', { name: question })
  expect(dialog).toHaveTextContent('kept for their next sign-in')
  within(dialog).getByRole('button', { name: choice }).click()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
}

test.each([
  {
    name: 'a registration',
    address: '/account/register',
    call: 'register',
    button: 'Create account',
    typed: REGISTRATION,
    role: 'user',
    arrive: () => screen.findByRole('heading', { name: 'Already verified' }),
  },
  {
    name: 'a sign-in',
    address: '/account/sign-in',
    call: 'login',
    button: 'Sign in',
    typed: CREDENTIALS,
    role: 'user',
    arrive: () => arriveAtEvents(),
  },
  {
    name: "the operator's sign-in",
    address: '/login',
    call: 'login',
    button: 'Login',
    typed: CREDENTIALS,
    role: 'admin',
    arrive: arriveAtPanel,
  },
])(
  '$name needs a confirmation while another user is signed in, and its success signs that user out',
  async ({ address, call, button, typed, role, arrive }) => {
    const refused = refusal(400, { error: 'Not today.' })
    const { calls, next, runtime } = onMeerasDevice(address, `POST /auth/${call}`, refused)
    await (call === 'register' ? fillRegistration() : user.fill(typed))
    await user.press(button)
    await settle('Cancel')
    expect(calls).toEqual([])
    await seeTyped(typed)

    await user.press(button)
    await settle('Sign out and continue')
    await seeAlert('Not today.')
    expect(calls.splice(0)).toEqual([`${call} Bearer user-token`])
    expect(localStorage.getItem('token')).toBe('user-token')

    next(authAnswer({ verified: true, role }))
    await user.press(button)
    await settle('Sign out and continue')
    await arrive()
    expect(localStorage.getItem('token')).toBe('token-7')
    const signedOut = [`${call} Bearer user-token`, 'logout Bearer user-token']
    await waitFor(() => expect(calls).toEqual(signedOut))
    expect(runtime.session.findUserId()).toBe('user-7')
  },
)

test('signing in again as the same user needs no confirmation and signs nobody out', async () => {
  const { calls } = onMeerasDevice('/account/sign-in', 'POST /auth/login', SAME_USER)
  await user.fill({ ...CREDENTIALS, Email: ' Meera@Example.in' })
  await user.press('Sign in')
  await arriveAtEvents()
  expect(localStorage.getItem('token')).toBe('token-7')
  expect(calls).toEqual(['login Bearer user-token'])
})

describe("an end user at the operator's sign-in", () => {
  async function signInAs(email: string, body: object) {
    const device = onMeerasDevice('/login', 'POST /auth/login', body)
    await user.fill({ Email: email, Password: PASSWORD })
    await user.press('Login')
    return device
  }

  test('who is signed in already is refused, but gets a new session', async () => {
    const { calls } = await signInAs('meera@example.in', SAME_USER)
    await seeAlert(/^Invalid credentials$/)
    expect(localStorage.getItem('token')).toBe('token-7')
    expect(localStorage.getItem('admin')).toBeNull()
    expect(calls).toEqual(['login Bearer user-token'])
    expect(screen.getByRole('link', { name: /^Continue as/ })).toBeVisible()
  })

  test('who is not the signed-in user is refused, and neither user has a session afterwards', async () => {
    const { calls } = await signInAs('nisha@example.in', authAnswer({ verified: true }))
    await settle('Sign out and continue')
    await seeAlert(/^Invalid credentials$/)
    expect(localStorage.length).toBe(0)
    const all = ['login Bearer user-token', 'logout Bearer user-token', 'logout Bearer token-7']
    await waitFor(() => expect(calls).toEqual(all))
    expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
  })
})

test('verifying another e-mail address than that of the signed-in user needs a confirmation', async () => {
  const verified = authAnswer({ verified: true })
  openAt('/account/verify', { 'POST /auth/verify-otp': verified }, { session: OPERATOR })
  await user.fill({ Email: 'nisha@example.in', Code: '123456' })
  await settle('Sign out and continue', 'Asha Rao')
  await arriveAtListings()
  expect(localStorage.getItem('token')).toBe('token-7')
  expect(localStorage.getItem('admin')).toBeNull()
})

test('the confirmation shows the e-mail address of a user who has no name', async () => {
  const session = { ...MEERA, account: { ...MEERA.account, fullName: null } }
  openAt('/account/sign-in', {}, { session })
  await user.fill(CREDENTIALS)
  await user.press('Sign in')
  await settle('Cancel', 'meera@example.in')
})
