import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  arriveAtEvents,
  arriveAtPanel,
  authAnswer,
  CREDENTIALS,
  descriptionOf,
  fieldOf,
  openAt,
  PASSWORD,
  seeAlert,
  seeTyped,
} from '#tests/features/auth/end-user.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { answer, type ScriptedAnswer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const STEP = 'POST /auth/second-factor'
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

/** Signs in with a password, after which the server requires a code, and answers the first code with `answer`. */
async function openStep(answer: ScriptedAnswer, address = '/account/sign-in') {
  const call = recorded(answer)
  openAt(address, {
    ...panelAnswers(),
    'POST /auth/login': REQUIRED,
    [STEP]: call.respond,
  })
  await user.fill(CREDENTIALS)
  await user.press(address === '/login' ? 'Login' : 'Sign in')
  return call
}

test('the sign-in asks for the code on the same page, and a wrong code remains in its field', async () => {
  const refused = await openStep(WRONG)
  const code = await fieldOf('Code')
  await waitFor(() => expect(code).toHaveFocus())
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(code).toHaveAttribute('inputmode', 'numeric')
  expect(screen.getByLabelText('Password')).not.toBeVisible()
  await user.fill({ Code: '123 456' })
  await user.press('Continue')
  await waitFor(() => expect(descriptionOf(code)).toContain(WRONG_SAYS))
  expect(code).toHaveValue('123 456')
  const accepted = recorded(VERIFIED)
  answer({ [STEP]: accepted.respond })
  await user.fill({ Code: '654321' })
  await user.press('Continue')
  await arriveAtEvents()
  expect(localStorage.getItem('token')).toBe('token-7')
  const rest = { challenge: CHALLENGE, deviceToken: null }
  expect(refused.bodies).toEqual([{ ...rest, code: '123456' }])
  expect(accepted.bodies).toEqual([{ ...rest, code: '654321' }])
})

test('a recovery code signs an operator in to the panel', async () => {
  const { bodies } = await openStep(authAnswer({ role: 'admin', verified: true }), '/login')
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
    await openStep(OVER, address)
    await fieldOf('Code')
    await user.fill({ Code: '123456' })
    await user.press('Continue')
    await seeAlert('This sign-in took too long. Enter your password again.')
    expect(screen.queryByLabelText('Code')).toBeNull()
    await seeTyped({ Email: 'nisha@example.in', Password: PASSWORD })
    await waitFor(async () => expect(await fieldOf('Password')).toHaveFocus())
    expect(screen.getByRole('button', { name })).toBeEnabled()
  },
)

test('an invalid code is not sent, and its field shows the right format', async () => {
  const { bodies } = await openStep(VERIFIED)
  const code = await fieldOf('Code')
  await user.fill({ Code: '12' })
  await user.press('Continue')
  await waitFor(() => expect(descriptionOf(code)).toContain('Enter the 6 digits of the app'))
  expect(bodies).toEqual([])
})

test('the sign-in sets up a required authenticator app, and shows the recovery codes before the panel', async () => {
  const confirm = 'POST /auth/second-factor/enrolment/confirm'
  const refused = recorded(WRONG)
  const operator = authAnswer({ role: 'admin', verified: true })
  const accepted = recorded(ok({ signedIn: operator, recoveryCodes: ['abcde-fghjk'] }))
  openAt('/login', {
    ...panelAnswers(),
    'POST /auth/login': refusal(403, {
      code: 'second-factor-setup-required',
      error: 'Your role needs a second factor. Set up an authenticator app to go on.',
      challenge: CHALLENGE,
    }),
    'POST /auth/second-factor/enrolment': ok({
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/asha?secret=JBSWY3DPEHPK3PXP',
    }),
    [confirm]: refused.respond,
  })
  await user.fill(CREDENTIALS)
  await user.press('Login')
  const code = await fieldOf('Code')
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await user.fill({ Code: '123456' })
  await user.press('Turn on and continue')
  await waitFor(() => expect(descriptionOf(code)).toContain(WRONG_SAYS))
  answer({ [confirm]: accepted.respond })
  await user.fill({ Code: '654321' })
  await user.press('Turn on and continue')
  await user.sees('abcde-fghjk')
  expect(localStorage.getItem('token')).toBeNull()
  await user.press('I saved the codes')
  await arriveAtPanel()
  const rest = { challenge: CHALLENGE, deviceToken: null }
  expect(refused.bodies).toEqual([{ ...rest, code: '123456' }])
  expect(accepted.bodies).toEqual([{ ...rest, code: '654321' }])
})
