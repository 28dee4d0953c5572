import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { codeField, openCode, paste, RESEND } from './code-page.ts'
import {
  arriveAtEvents,
  authAnswer,
  besideOf,
  close,
  fieldOf,
  fill,
  fillRegistration,
  noAnswer,
  openAt,
  PASSWORD,
  press,
  recorded,
  refusal,
} from './end-user.ts'

setupAnswers()
afterEach(() => vi.useRealTimers())

describe('another code', () => {
  const SENT = { success: true, codeSent: true, resendAfter: 60 }
  const waiting = (seconds: number) =>
    screen.findByRole('button', { name: `Send again in ${seconds} s` })

  test('is requested by address, and the next one waits as long as the server says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const call = recorded(SENT)
    openCode({ [RESEND]: call.respond })
    await press('Send a new code')
    expect(await waiting(60)).toBeDisabled()
    expect(screen.getByText(/A new code is on its way/)).toBeVisible()
    expect(call.bodies).toEqual([{ email: 'meera@example.in' }])
    expect(await codeField()).toHaveFocus()
  })

  test('removes its draft once the address is verified', async () => {
    openCode({ [RESEND]: SENT })
    await press('Send a new code')
    await screen.findByText(/A new code is on its way/)
    expect(sessionStorage.getItem('draft:user-1:verify')).not.toBeNull()
    await paste('123456')
    await arriveAtEvents()
    expect(sessionStorage.getItem('draft:user-1:verify')).toBeNull()
  })

  test('keeps waiting after a reload', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const before = openCode({ [RESEND]: SENT })
    await press('Send a new code')
    await waiting(60)
    await close(before)
    vi.setSystemTime(Date.now() + 20_000)
    openCode()
    expect(await waiting(40)).toBeDisabled()
  })

  test.each([
    ['as long as Retry-After says', { 'Retry-After': '27' }, 27],
    ['30 seconds without one', {}, 30],
  ])('requested too early waits %s', async (_case, headers, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const error = 'A code was sent a moment ago.'
    openCode({ [RESEND]: refusal(429, { error }, headers) })
    await press('Send a new code')
    expect(await waiting(seconds)).toBeDisabled()
    expect(screen.getByText(error)).toBeVisible()
  })

  test('that could not be sent says so, and can be requested again', async () => {
    openCode({ [RESEND]: { ...SENT, codeSent: false, resendAfter: 0 } })
    await press('Send a new code')
    expect(await screen.findByText(/The code could not be sent/)).toBeVisible()
    expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
    answer({ [RESEND]: SENT })
    await press('Send a new code')
    expect(await screen.findByText(/We sent a 6-digit code/)).toBeVisible()
    expect(screen.queryByText(/could not be sent/)).toBeNull()
  })

  test('is not offered by a server without this call', async () => {
    openCode({ [RESEND]: refusal(404, { error: 'Not found' }) })
    await press('Send a new code')
    expect(await screen.findByText('This server cannot send the code again.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })

  test('needs a connection, and says so', async () => {
    openCode({ [RESEND]: noAnswer })
    await press('Send a new code')
    expect(await screen.findByText(/A new code needs a connection/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send a new code' })).toBeEnabled()
  })

  test('needs an address', async () => {
    openCode({}, null)
    await press('Send a new code')
    expect(besideOf(await fieldOf('Email'))).toContain('Enter an e-mail address.')
  })
})

test('a registration whose code was not sent says so, and offers another at once', async () => {
  const unsent = authAnswer({}, { codeSent: false, resendAfter: 0 })
  openAt('/account/register', { 'POST /auth/register': unsent })
  await fillRegistration()
  await press('Create account')
  expect(await screen.findByText(/The code could not be sent/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeEnabled()
})

describe('the message about the code', () => {
  const UNSENT = authAnswer({}, { codeSent: false, resendAfter: 30 })

  async function signInTo(login: object) {
    openAt('/account/sign-in', { 'POST /auth/login': login })
    await fill({ Email: 'nisha@example.in', Password: PASSWORD })
    await press('Sign in')
    await screen.findByRole('heading', { name: 'Enter the code' })
  }

  async function leaveAndComeBack() {
    await userEvent.click(await screen.findByRole('link', { name: 'Skip for now' }))
    await arriveAtEvents()
    await userEvent.click(screen.getByRole('link', { name: 'Enter the code' }))
    await screen.findByRole('heading', { name: 'Enter the code' })
  }

  test('still says that it was not sent after leaving and returning', async () => {
    await signInTo(UNSENT)
    await leaveAndComeBack()
    expect(screen.getByText(/The code could not be sent/)).toBeVisible()
    expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
    expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  })

  test('still says that it was sent after leaving and returning', async () => {
    await signInTo(authAnswer())
    await leaveAndComeBack()
    expect(screen.getByText(/We sent a 6-digit code/)).toHaveTextContent('nisha@example.in')
  })

  test('keeps the warning when another one is requested too early', async () => {
    await signInTo(authAnswer({}, { codeSent: false, resendAfter: 0 }))
    answer({ [RESEND]: refusal(429, { error: 'Not so fast.' }, { 'Retry-After': '27' }) })
    await press('Send a new code')
    expect(await screen.findByText('Not so fast.')).toBeVisible()
    expect(screen.getByText(/The code could not be sent/)).toBeVisible()
    expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
  })

  test('does not claim a sent code without an answer about it', async () => {
    openCode()
    const lead = await screen.findByText(/^Enter the code from the e-mail to/)
    expect(lead).toHaveTextContent('Enter the code from the e-mail to meera@example.in.')
    expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
  })

  test('asks for the address while nobody is signed in', async () => {
    openCode({}, null)
    expect(await screen.findByText(/^Enter your e-mail address and the code/)).toBeVisible()
  })
})
