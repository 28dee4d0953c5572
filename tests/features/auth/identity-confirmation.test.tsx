import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { MEERA, OPERATOR, setupAnswers } from '#tests/support/render-with-sync.tsx'
import {
  arriveAtEvents,
  arriveAtPanel,
  authAnswer,
  fieldOf,
  fill,
  fillRegistration,
  openAt,
  PASSWORD,
  press,
  REGISTRATION,
  refusal,
} from './end-user.ts'

setupAnswers()

const NISHA = authAnswer({ verified: true })

/** A device where Meera is signed in. Records its calls in order, with their tokens. */
function onMeerasDevice(address: string, responses: Record<string, () => Response>) {
  const calls: string[] = []
  const note = (path: string, respond: () => Response) => (request: Request) => {
    calls.push(`${path} ${request.headers.get('Authorization')}`)
    return respond()
  }
  const noted = Object.entries({
    'POST /auth/logout': () => HttpResponse.json({ success: true }),
    ...responses,
  }).map(([call, respond]) => [call, note(call.replace('POST /auth/', ''), respond)])
  const { runtime } = openAt(
    address,
    { ...panelAnswers(), ...Object.fromEntries(noted) },
    { session: MEERA },
  )
  return { calls, runtime }
}

const yes = (body: object) => () => HttpResponse.json(body)
const question = () =>
  screen.findByRole('alertdialog', { name: 'Sign out Meera Iyer on this device?' })

async function settle(choice: 'Cancel' | 'Sign out and continue') {
  const dialog = await question()
  within(dialog).getByRole('button', { name: choice }).click()
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
}

const AUTH_PAGES = [
  {
    name: 'a registration',
    address: '/account/register',
    call: 'POST /auth/register',
    begin: async () => {
      await fillRegistration()
      await press('Create account')
    },
    typed: REGISTRATION,
    role: 'user',
    arrive: () => screen.findByRole('heading', { name: 'Already verified' }),
  },
  {
    name: 'a sign-in',
    address: '/account/sign-in',
    call: 'POST /auth/login',
    begin: async () => {
      await fill({ Email: 'nisha@example.in', Password: PASSWORD })
      await press('Sign in')
    },
    typed: { Email: 'nisha@example.in', Password: PASSWORD },
    role: 'user',
    arrive: () => arriveAtEvents(),
  },
  {
    name: "the operator's sign-in",
    address: '/login',
    call: 'POST /auth/login',
    begin: async () => {
      await fill({ Email: 'nisha@example.in', Password: PASSWORD })
      await press('Login')
    },
    typed: { Email: 'nisha@example.in', Password: PASSWORD },
    role: 'admin',
    arrive: arriveAtPanel,
  },
] as const

describe.each(AUTH_PAGES)('$name while somebody else is signed in', (authPage) => {
  const { address, call, begin, typed, role, arrive } = authPage
  const path = call.replace('POST /auth/', '')
  const answered = authAnswer({ verified: true, role })

  test('asks first, and Cancel changes and loses nothing', async () => {
    const { calls } = onMeerasDevice(address, { [call]: yes(answered) })
    await begin()
    expect(await question()).toHaveTextContent('kept for their next sign-in')
    await settle('Cancel')
    expect(calls).toEqual([])
    expect(localStorage.getItem('token')).toBe('user-token')
    for (const [label, text] of Object.entries(typed)) {
      expect(await fieldOf(label)).toHaveValue(text)
    }
  })

  test('a confirmation signs the other user out after the server accepts the new one', async () => {
    const { calls, runtime } = onMeerasDevice(address, { [call]: yes(answered) })
    await begin()
    await settle('Sign out and continue')
    await arrive()
    expect(localStorage.getItem('token')).toBe('token-7')
    await waitFor(() =>
      expect(calls).toEqual([`${path} Bearer user-token`, 'logout Bearer user-token']),
    )
    expect(runtime.session.findUserId()).toBe('user-7')
  })

  test('a refusal by the server leaves the other user signed in', async () => {
    const { calls } = onMeerasDevice(address, { [call]: refusal(400, { error: 'Not today.' }) })
    await begin()
    await settle('Sign out and continue')
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today.')
    expect(calls).toEqual([`${path} Bearer user-token`])
    expect(localStorage.getItem('token')).toBe('user-token')
  })
})

test('signing in again as the same user neither asks nor signs out', async () => {
  const again = authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: true })
  const { calls } = onMeerasDevice('/account/sign-in', { 'POST /auth/login': yes(again) })
  await fill({ Email: ' Meera@Example.in', Password: PASSWORD })
  await press('Sign in')
  await arriveAtEvents()
  expect(localStorage.getItem('token')).toBe('token-7')
  expect(calls).toEqual(['login Bearer user-token'])
})

describe("an end user at the operator's sign-in", () => {
  async function signInAs(email: string) {
    await fill({ Email: email, Password: PASSWORD })
    await press('Login')
  }

  test('who is already signed in is refused and keeps the new session', async () => {
    const again = authAnswer({ _id: 'user-1', email: 'meera@example.in', verified: true })
    const { calls } = onMeerasDevice('/login', { 'POST /auth/login': yes(again) })
    await signInAs('meera@example.in')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid credentials$/)
    expect([localStorage.getItem('token'), localStorage.getItem('admin')]).toEqual([
      'token-7',
      null,
    ])
    expect(calls).toEqual(['login Bearer user-token'])
    expect(screen.getByRole('link', { name: /^Continue as/ })).toBeVisible()
  })

  test('who is another user is refused, and no session is left anywhere', async () => {
    const { calls } = onMeerasDevice('/login', { 'POST /auth/login': yes(NISHA) })
    await signInAs('nisha@example.in')
    await settle('Sign out and continue')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid credentials$/)
    expect(localStorage.length).toBe(0)
    await waitFor(() =>
      expect(calls).toEqual([
        'login Bearer user-token',
        'logout Bearer user-token',
        'logout Bearer token-7',
      ]),
    )
    expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
  })
})

test('verifying another address than that of the signed-in user asks first', async () => {
  openAt('/account/verify', { 'POST /auth/verify-otp': NISHA }, { session: OPERATOR })
  await fill({ Email: 'nisha@example.in', Code: '123456' })
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Sign out Asha Rao on this device?',
  })
  within(dialog).getByRole('button', { name: 'Sign out and continue' }).click()
  await arriveAtEvents()
  expect(localStorage.getItem('token')).toBe('token-7')
  expect(localStorage.getItem('admin')).toBeNull()
})

test('names a user without a name by the address', async () => {
  const session = { ...MEERA, account: { ...MEERA.account, fullName: null } }
  openAt('/account/sign-in', {}, { session })
  await fill({ Email: 'nisha@example.in', Password: PASSWORD })
  await press('Sign in')
  expect(
    await screen.findByRole('alertdialog', { name: 'Sign out meera@example.in on this device?' }),
  ).toBeVisible()
})
