import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { codeField, openCode, VERIFY } from './code-page.ts'
import { openAt, PASSWORD, REGISTRATION } from './end-user.ts'

// Browsers may fill in a form without events: Chrome on iOS does.

setupAnswers()

const TOKEN = 'x'.repeat(43)
const NEVER_MIND = refusal(400, { error: 'Enough.' })
const SIGN_IN = { Email: 'nisha@example.in', Password: PASSWORD }
const LINK = { email: 'ravi@example.in', accountRole: 'user', minPasswordChars: 8 }
const STEP = refusal(403, { code: 'second-factor-required', error: 'Code.', challenge: TOKEN })

/** Sets the values of fields, by label, as a browser does that fires no event. */
async function fillSilently(texts: Record<string, string>): Promise<void> {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const [label, value] of Object.entries(texts))
    setter?.call(await screen.findByLabelText(label), value)
}

test.each<[string, string, Record<string, string>, string, object]>([
  ['/login', 'POST /auth/login', SIGN_IN, 'Login', { email: SIGN_IN.Email, password: PASSWORD }],
  [
    '/account/sign-in',
    'POST /auth/login',
    SIGN_IN,
    'Sign in',
    { email: SIGN_IN.Email, password: PASSWORD },
  ],
  [
    '/account/forgot',
    'POST /auth/forgot-password',
    { Email: SIGN_IN.Email },
    'Send link',
    { email: SIGN_IN.Email },
  ],
  [
    `/account/join#${TOKEN}`,
    'POST /auth/join',
    { 'Full name': 'Ravi Rao', Password: PASSWORD },
    'Join the team',
    { fullName: 'Ravi Rao', password: PASSWORD },
  ],
  [
    `/account/reset#${TOKEN}`,
    'POST /auth/reset-password',
    { Password: PASSWORD },
    'Change password',
    { password: PASSWORD },
  ],
])('%s sends by %s what is shown', async (address, call, texts, button, sent) => {
  const { bodies, respond } = recorded(NEVER_MIND)
  openAt(address, { ...panelAnswers(), 'POST /auth/read-link': ok(LINK), [call]: respond })
  await fillSilently(texts)
  await user.press(button)
  await waitFor(() => expect(bodies).toMatchObject([sent]))
})

test('the registration sends what is shown', async () => {
  const { bodies, respond } = recorded(NEVER_MIND)
  openAt('/account/register', { 'POST /auth/register': respond })
  await fillSilently(REGISTRATION)
  const box = screen.getByRole('checkbox')
  fireEvent.pointerDown(box)
  fireEvent.click(box)
  await user.press('Create account')
  await waitFor(() => expect(bodies).toMatchObject([{ fullName: REGISTRATION['Full name'] }]))
})

test('the one-time code is sent as it is shown', async () => {
  const { bodies, respond } = recorded(NEVER_MIND)
  openCode({ [VERIFY]: respond })
  await fillSilently({ Code: '123456' })
  fireEvent.focusIn(await codeField())
  await waitFor(() => expect(bodies).toMatchObject([{ otp: '123456' }]))
})

test('the second factor sends the code that is shown', async () => {
  const { bodies, respond } = recorded(NEVER_MIND)
  openAt('/account/sign-in', { 'POST /auth/login': STEP, 'POST /auth/second-factor': respond })
  await user.fill(SIGN_IN)
  await user.press('Sign in')
  await fillSilently({ Code: '123456' })
  await user.press('Continue')
  await waitFor(() => expect(bodies).toMatchObject([{ code: '123456' }]))
})
