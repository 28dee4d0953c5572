// @module-tag long

import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { codeField, openCode, RESEND } from './code-page.ts'
import {
  arriveAtEvents,
  arriveAtListings,
  authAnswer,
  close,
  fillRegistration,
  openAt,
  PASSWORD,
  seeErrors,
} from './end-user.ts'

setupAnswers()
afterEach(() => vi.useRealTimers())

const SENT = { success: true, codeSent: true, resendAfter: 60 }
const UNSENT = { codeSent: false, resendAfter: 0 }
const waiting = (seconds: number) =>
  screen.findByRole('button', { name: `Send again in ${seconds} s` })
const draft = () => sessionStorage.getItem('draft:user-1:verify')

async function expectUnsent() {
  await user.sees(/The code could not be sent/)
  expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
}

describe('another code', () => {
  test('is requested by e-mail address; the next request must wait, even after a reload', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const call = recorded(SENT)
    const before = openCode({ [RESEND]: call.respond })
    await user.press('Send a new code')
    expect(await waiting(60)).toBeDisabled()
    expect(screen.getByText(/A new code is on its way/)).toBeVisible()
    expect(call.bodies).toEqual([{ email: 'meera@example.in' }])
    await waitFor(async () => expect(await codeField()).toHaveFocus())
    await close(before)
    vi.setSystemTime(Date.now() + 20_000)
    openCode()
    expect(await waiting(40)).toBeDisabled()
    expect(draft()).not.toBeNull()
    await user.fill({ Code: '123456' })
    await arriveAtListings()
    expect(draft()).toBeNull()
  })

  test.each([
    ['the time in Retry-After', { 'Retry-After': '27' }, 27],
    ['30 seconds without Retry-After', {}, 30],
  ])('requested too early disables the button for %s', async (_case, headers, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const error = 'A code was sent a moment ago.'
    openCode({ [RESEND]: refusal(429, { error }, headers) })
    await user.press('Send a new code')
    expect(await waiting(seconds)).toBeDisabled()
    expect(screen.getByText(error)).toBeVisible()
  })

  test('that could not be sent is reported, and can be requested again', async () => {
    openCode({ [RESEND]: { ...SENT, ...UNSENT } })
    await user.press('Send a new code')
    await expectUnsent()
    answer({ [RESEND]: SENT })
    await user.press('Send a new code')
    await user.sees(/We sent a 6-digit code/)
    expect(screen.queryByText(/could not be sent/)).toBeNull()
  })

  test('cannot be requested without a connection or from a server that cannot send it, and a message says so', async () => {
    openCode({ [RESEND]: noAnswer })
    await user.press('Send a new code')
    await user.sees(/A new code needs a connection/)
    answer({ [RESEND]: refusal(404, { error: 'Not found' }) })
    await user.press('Send a new code')
    await user.sees('This server cannot send the code again.')
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })

  test('needs an e-mail address, which the page asks for while nobody is signed in', async () => {
    openCode({}, null)
    await user.sees(/^Enter your e-mail address and the code/)
    await user.press('Send a new code')
    await seeErrors({ Email: 'Enter an e-mail address.' })
  })
})

test('a registration reports that its code was not sent, and offers another code at once', async () => {
  openAt('/account/register', { 'POST /auth/register': authAnswer({}, UNSENT) })
  await fillRegistration()
  await user.press('Create account')
  await expectUnsent()
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeEnabled()
})

describe('the message about the code', () => {
  async function signInTo(login: object) {
    openAt('/account/sign-in', { 'POST /auth/login': login })
    await user.fill({ Email: 'nisha@example.in', Password: PASSWORD })
    await user.press('Sign in')
    await screen.findByRole('heading', { name: 'Enter the code' })
  }

  test.each([
    ['not sent', false],
    ['sent', true],
  ])(
    'still reports that the code was %s after leaving the page and returning',
    async (_what, codeSent) => {
      await signInTo(authAnswer({}, { codeSent, resendAfter: 30 }))
      await user.follow('Skip for now')
      await arriveAtEvents()
      await user.follow('Enter the code')
      await screen.findByRole('heading', { name: 'Enter the code' })
      if (codeSent) {
        expect(screen.getByText(/We sent a 6-digit code/)).toHaveTextContent('nisha@example.in')
      } else await expectUnsent()
      expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
    },
  )

  test('still warns that no code was sent when another code is requested too early', async () => {
    await signInTo(authAnswer({}, UNSENT))
    answer({ [RESEND]: refusal(429, { error: 'Not so fast.' }, { 'Retry-After': '27' }) })
    await user.press('Send a new code')
    await user.sees('Not so fast.')
    await expectUnsent()
  })

  test('does not claim that a code was sent unless the server said so', async () => {
    openCode()
    const lead = await screen.findByText(/^Enter the code from the e-mail to/)
    expect(lead).toHaveTextContent('Enter the code from the e-mail to meera@example.in.')
    expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
  })
})
