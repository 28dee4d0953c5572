import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import {
  arriveAtEvents,
  arriveAtPanel,
  authAnswer,
  descriptionOf,
  fieldOf,
  openAt,
  PASSWORD,
} from '#tests/features/auth/end-user.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import { refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const CHALLENGE = 'c'.repeat(43)
const REQUIRED = refusal(403, {
  code: 'second-factor-required',
  error: 'Enter the code of your authenticator app.',
  challenge: CHALLENGE,
})
const WRONG_SAYS = 'This code is not right. Enter the code that the app shows now.'
const WRONG = refusal(400, { code: 'wrong-code', error: WRONG_SAYS, fields: { code: WRONG_SAYS } })
const OVER = refusal(400, {
  code: 'challenge-over',
  error: 'This sign-in took too long. Enter your password again.',
})
const VERIFIED = authAnswer({ verified: true }, { codeSent: null, resendAfter: null })

/** Signs in with a password, after which the server requires a code. `steps` are its answers to the codes, in order. */
async function openStep(steps: (() => Response)[], address = '/account/sign-in') {
  const bodies: unknown[] = []
  const responses = {
    ...panelAnswers(),
    'POST /auth/login': REQUIRED,
    'POST /auth/second-factor': async (request: Request) => {
      bodies.push(await request.json())
      return steps[bodies.length - 1]?.() ?? HttpResponse.error()
    },
  }
  openAt(address, responses)
  await user.fill({ Email: 'nisha@example.in', Password: PASSWORD })
  await user.press(address === '/login' ? 'Login' : 'Sign in')
  return bodies
}

test('the sign-in asks for the code on the same page, and a wrong code remains in its field', async () => {
  const bodies = await openStep([WRONG, () => HttpResponse.json(VERIFIED)])
  const code = await fieldOf('Code')
  await waitFor(() => expect(code).toHaveFocus())
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(code).toHaveAttribute('inputmode', 'numeric')
  expect(screen.getByLabelText('Password')).not.toBeVisible()
  await user.fill({ Code: '123 456' })
  await user.press('Continue')
  await waitFor(() => expect(descriptionOf(code)).toContain(WRONG_SAYS))
  expect(code).toHaveValue('123 456')
  await user.fill({ Code: '654321' })
  await user.press('Continue')
  await arriveAtEvents()
  expect(localStorage.getItem('token')).toBe('token-7')
  expect(bodies).toEqual([
    { challenge: CHALLENGE, code: '123456', deviceToken: null },
    { challenge: CHALLENGE, code: '654321', deviceToken: null },
  ])
})

test('a recovery code signs an operator in to the panel', async () => {
  const operator = authAnswer({ role: 'admin', verified: true })
  const bodies = await openStep([() => HttpResponse.json(operator)], '/login')
  await fieldOf('Code')
  await user.press('Use a recovery code')
  const field = await fieldOf('Recovery code')
  expect(field).toHaveAttribute('inputmode', 'text')
  await user.fill({ 'Recovery code': 'ABCDE-fghij' })
  await user.press('Continue')
  await arriveAtPanel()
  expect(bodies).toMatchObject([{ code: 'abcdefghij' }])
})

test.each([
  ['/account/sign-in', 'Sign in'],
  ['/login', 'Login'],
])(
  'a sign-in at %s that took too long returns to the password form and shows the reason',
  async (address, name) => {
    await openStep([OVER], address)
    await fieldOf('Code')
    await user.fill({ Code: '123456' })
    await user.press('Continue')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This sign-in took too long. Enter your password again.',
    )
    expect(screen.queryByLabelText('Code')).toBeNull()
    expect(await fieldOf('Email')).toHaveValue('nisha@example.in')
    expect(await fieldOf('Password')).toHaveValue(PASSWORD)
    await waitFor(async () => expect(await fieldOf('Password')).toHaveFocus())
    expect(screen.getByRole('button', { name })).toBeEnabled()
  },
)

test('an invalid code is not sent, and its field shows the right format', async () => {
  const bodies = await openStep([])
  const code = await fieldOf('Code')
  await user.fill({ Code: '12' })
  await user.press('Continue')
  await waitFor(() => expect(descriptionOf(code)).toContain('Enter the 6 digits of the app'))
  expect(bodies).toEqual([])
})

test('the sign-in sets up a required authenticator app, and shows the recovery codes before the panel', async () => {
  const codes = ['abcde-fghjk', 'mnpqr-stvwx']
  const bodies: unknown[] = []
  const operator = authAnswer({ role: 'admin', verified: true })
  const data = { signedIn: operator, recoveryCodes: codes }
  const enrolled = HttpResponse.json({ success: true, data })
  const enrolment = '/auth/second-factor/enrolment'
  openAt('/login', {
    ...panelAnswers(),
    'POST /auth/login': refusal(403, {
      code: 'second-factor-setup-required',
      error: 'Your role needs a second factor. Set up an authenticator app to go on.',
      challenge: CHALLENGE,
    }),
    [`POST ${enrolment}`]: {
      success: true,
      data: { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/asha?secret=JBSWY3DPEHPK3PXP' },
    },
    [`POST ${enrolment}/confirm`]: async (request: Request) => {
      bodies.push(await request.json())
      return bodies.length === 1 ? WRONG() : enrolled
    },
  })
  await user.fill({ Email: 'asha@example.in', Password: PASSWORD })
  await user.press('Login')
  const code = await fieldOf('Code')
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await user.fill({ Code: '123456' })
  await user.press('Turn on and continue')
  await waitFor(() => expect(descriptionOf(code)).toContain(WRONG_SAYS))
  await user.fill({ Code: '654321' })
  await user.press('Turn on and continue')
  expect(await screen.findByText('abcde-fghjk')).toBeVisible()
  expect(localStorage.getItem('token')).toBeNull()
  await user.press('I saved the codes')
  await arriveAtPanel()
  expect(bodies).toEqual(
    ['123456', '654321'].map((typed) => ({ challenge: CHALLENGE, code: typed, deviceToken: null })),
  )
})

test('a person whose only second factor is a passkey is told to use it', async () => {
  const error = 'Your role needs a second factor. Sign in with your passkey.'
  openAt('/login', { 'POST /auth/login': refusal(403, { code: 'passkey-required', error }) })
  await user.fill({ Email: 'asha@example.in', Password: PASSWORD })
  await user.press('Login')
  expect(await screen.findByRole('alert')).toHaveTextContent(error)
  expect(await fieldOf('Password')).toHaveValue(PASSWORD)
})
