import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NewSession } from '#src/session/session-store.ts'
import { answer, MEERA } from '#tests/support/render-with-sync.tsx'
import {
  arriveAtEvents,
  authAnswer,
  besideOf,
  close,
  fieldOf,
  fill,
  fillRegistration,
  held,
  noAnswer,
  openAt,
  press,
  recorded,
  refusal,
  setupEntrances,
} from './end-user.ts'

setupEntrances()
afterEach(() => vi.useRealTimers())

const VERIFY = 'POST /auth/verify-otp'
const RESEND = 'POST /auth/resend-otp'
const DONE = authAnswer(
  { _id: 'user-1', email: 'meera@example.in', fullName: 'Meera Iyer', verified: true },
  { token: 'verified-token', message: 'Your e-mail address is verified.' },
)
const UNPROVEN: NewSession = { ...MEERA, account: { ...MEERA.account, isVerified: false } }

const openCode = (
  responses: Parameters<typeof openAt>[1] = {},
  session: NewSession | null = UNPROVEN,
) => openAt('/account/verify', { [VERIFY]: DONE, ...responses }, { session })

const toasts = () => screen.getByRole('region', { name: 'Messages' })
const codeField = () => fieldOf('Code')

async function paste(text: string) {
  await userEvent.click(await codeField())
  await userEvent.paste(text)
}

describe('the code field', () => {
  test.each([
    '123456',
    '123 456',
    ' 123-456 ',
    'Your code: 123456',
    'Your code: 123 456. It works for 5 minutes.',
  ])('takes "%s" and sends it by itself', async (text) => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: call.respond })
    await paste(text)
    await screen.findByText('Your e-mail address is verified.')
    await arriveAtEvents()
    expect(call.bodies).toEqual([{ email: 'meera@example.in', otp: '123456' }])
  })

  test('is one field that phones and managers know', async () => {
    openCode()
    const field = await codeField()
    expect(field).toHaveAttribute('type', 'text')
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
    expect(screen.getByText('meera@example.in')).toBeVisible()
  })

  test.each([
    ['', 'Enter the code from the e-mail.'],
    ['12345', 'The code has 6 digits.'],
    ['1234567', 'The code has 6 digits.'],
  ])('"%s" is not sent, and why stands beside it', async (typed, sentence) => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: call.respond })
    if (typed) await paste(typed)
    await press('Verify')
    expect(besideOf(await codeField())).toContain(sentence)
    expect(await codeField()).toHaveFocus()
    expect(call.bodies).toEqual([])
  })
})

describe('a code that is taken', () => {
  test("shows the server's message, keeps user and token, and leads to the events", async () => {
    const { runtime } = openCode()
    await paste('123456')
    const message = await within(toasts()).findByText('Your e-mail address is verified.')
    expect(message.closest('[role="status"]')).not.toBeNull()
    await arriveAtEvents()
    expect(localStorage.getItem('token')).toBe('verified-token')
    expect(runtime.session.find()?.account).toMatchObject({ id: 'user-1', isVerified: true })
  })

  test("without a message says 'Verified'", async () => {
    openCode({ [VERIFY]: { ...DONE, message: null } })
    await paste('123456')
    expect(await within(toasts()).findByText('Verified')).toBeVisible()
    await arriveAtEvents()
  })

  test('leads back to what somebody was doing', async () => {
    openAt(
      '/account/events?open=new',
      { 'GET /events/user': refusal(401, { error: 'Session over' }), [VERIFY]: DONE },
      { session: UNPROVEN },
    )
    await screen.findByText(/Your session ended/)
    const unproven = authAnswer({ _id: 'user-1', email: 'meera@example.in' })
    answer({ 'GET /events/user': [], 'POST /auth/register': unproven })
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }))
    await fillRegistration({ Email: 'meera@example.in' })
    await press('Create account')
    await paste('123456')
    await arriveAtEvents('/account/events?open=new')
  })

  test('is not asked for when the registration proved the address already', async () => {
    openAt('/account/register', { 'POST /auth/register': DONE })
    await fillRegistration()
    await press('Create account')
    expect(await screen.findByRole('heading', { name: 'Already verified' })).toHaveFocus()
  })
})

describe('a code that is refused', () => {
  const WRONG = { error: 'This code is not right. Check the newest e-mail.' }

  test("shows the server's sentence in an error toast and beside the field, with the digits selected", async () => {
    openCode({ [VERIFY]: refusal(400, { ...WRONG, fields: { otp: WRONG.error } }) })
    await paste('123456')
    const message = await within(toasts()).findByText(WRONG.error)
    expect(message.closest('[role="alert"]')).not.toBeNull()
    const field = await screen.findByLabelText<HTMLInputElement>('Code')
    expect(besideOf(field)).toContain(WRONG.error)
    expect(field).toHaveValue('123456')
    expect(field).toHaveFocus()
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
    expect(localStorage.getItem('token')).toBe('user-token')
  })

  test('is not sent again by itself with the same digits, but with others, or on request', async () => {
    const sent: unknown[] = []
    openCode({
      [VERIFY]: async (request) => {
        sent.push(await request.json())
        return HttpResponse.json({ success: false, ...WRONG }, { status: 400 })
      },
    })
    await paste('123456')
    await within(toasts()).findByText(WRONG.error)
    await userEvent.keyboard('{End}{Backspace}6')
    expect(sent).toHaveLength(1)
    await press('Verify')
    await waitFor(() => expect(sent).toHaveLength(2))
    await waitFor(async () => expect(await codeField()).not.toHaveAttribute('readonly'))
    await userEvent.keyboard('{End}{Backspace}7')
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[2]).toMatchObject({ otp: '123457' })
  })

  test("with no answer says 'Login failed', and that it needs a connection", async () => {
    openCode({ [VERIFY]: noAnswer })
    await paste('123456')
    expect(await within(toasts()).findByText('Login failed')).toBeVisible()
    expect(besideOf(await codeField())).toContain('Login failed')
    expect(besideOf(await codeField())).toContain('Verifying needs a connection.')
    expect(await codeField()).toHaveValue('123456')
  })

  test('by a 401 removes the token and keeps the address at hand', async () => {
    openCode({ [VERIFY]: refusal(401, { error: 'Wrong code' }) })
    await paste('123456')
    await within(toasts()).findByText('Wrong code')
    expect(localStorage.getItem('token')).toBeNull()
    expect(await fieldOf('Email')).toHaveValue('meera@example.in')
    expect(await codeField()).toHaveValue('123456')
    expect(window.location.pathname).toBe('/account/verify')
  })

  test('stays marked as under way until it is over', async () => {
    const scripted = held({ success: false, ...WRONG }, 400)
    openCode({ [VERIFY]: scripted.respond })
    await paste('123456')
    const button = screen.getByRole('button', { name: 'Verify' })
    expect(button).toHaveAttribute('aria-busy', 'true')
    scripted.letGo()
    await within(toasts()).findByText(WRONG.error)
    expect(button).not.toHaveAttribute('aria-busy')
  })
})

describe('nobody signed in', () => {
  test('gives the address too, which is checked before anything is sent', async () => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: call.respond }, null)
    await paste('123456')
    expect(call.bodies).toEqual([])
    await press('Verify')
    expect(besideOf(await fieldOf('Email'))).toContain('Enter an e-mail address.')
    await fill({ Email: 'Meera@example.in' })
    await press('Verify')
    await screen.findByText('Your e-mail address is verified.')
    await arriveAtEvents()
    expect(call.bodies).toEqual([{ email: 'meera@example.in', otp: '123456' }])
  })

  test('finds the address again after a reload, and never the code', async () => {
    const before = openCode({}, null)
    await fill({ Email: 'meera@example.in', Code: '12345' })
    await close(before)
    openCode({}, null)
    expect(await fieldOf('Email')).toHaveValue('meera@example.in')
    expect(await codeField()).toHaveValue('')
  })
})

describe('another code', () => {
  const SENT = { success: true, codeSent: true, resendAfter: 60 }
  const waiting = (seconds: number) =>
    screen.findByRole('button', { name: `Send again in ${seconds} s` })

  test('is asked for by the address, and the next one has to wait as long as the server says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const call = recorded(SENT)
    openCode({ [RESEND]: call.respond })
    await press('Send a new code')
    expect(await waiting(60)).toBeDisabled()
    expect(screen.getByText(/A new code is on its way/)).toBeVisible()
    expect(call.bodies).toEqual([{ email: 'meera@example.in' }])
    expect(await codeField()).toHaveFocus()
  })

  test('leaves nothing behind once the address is proven', async () => {
    openCode({ [RESEND]: SENT })
    await press('Send a new code')
    await screen.findByText(/A new code is on its way/)
    expect(sessionStorage.getItem('draft:user-1:verify')).not.toBeNull()
    await paste('123456')
    await arriveAtEvents()
    expect(sessionStorage.getItem('draft:user-1:verify')).toBeNull()
  })

  test('waits on after a reload', async () => {
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
  ])('that comes too early waits %s', async (_case, headers, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const error = 'A code was sent a moment ago.'
    openCode({ [RESEND]: refusal(429, { error }, headers) })
    await press('Send a new code')
    expect(await waiting(seconds)).toBeDisabled()
    expect(screen.getByText(error)).toBeVisible()
  })

  test('that could not be sent is said, and can be asked for', async () => {
    openCode({ [RESEND]: { ...SENT, codeSent: false, resendAfter: 0 } })
    await press('Send a new code')
    expect(await screen.findByText(/The code could not be sent/)).toBeVisible()
    expect(screen.queryByText(/We sent a code/)).toBeNull()
    answer({ [RESEND]: SENT })
    await press('Send a new code')
    expect(await screen.findByText(/We sent a code/)).toBeVisible()
    expect(screen.queryByText(/could not be sent/)).toBeNull()
  })

  test('cannot come from a server that has no such call', async () => {
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

test('a registration whose code could not be sent says so, and another may be asked for at once', async () => {
  const unsent = authAnswer({}, { codeSent: false, resendAfter: 0 })
  openAt('/account/register', { 'POST /auth/register': unsent })
  await fillRegistration()
  await press('Create account')
  expect(await screen.findByText(/The code could not be sent/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeEnabled()
})

describe('what is said of the code', () => {
  const UNSENT = authAnswer({}, { codeSent: false, resendAfter: 30 })

  async function signInTo(login: object) {
    openAt('/account/sign-in', { 'POST /auth/login': login })
    await fill({ Email: 'nisha@example.in', Password: 'three words in a row' })
    await press('Sign in')
    await screen.findByRole('heading', { name: 'Enter the code' })
  }

  async function leaveAndComeBack() {
    await userEvent.click(await screen.findByRole('link', { name: 'Do it later' }))
    await arriveAtEvents()
    await userEvent.click(screen.getByRole('link', { name: 'Enter the code' }))
    await screen.findByRole('heading', { name: 'Enter the code' })
  }

  test('that it could not be sent is still said after leaving and coming back', async () => {
    await signInTo(UNSENT)
    await leaveAndComeBack()
    expect(screen.getByText(/The code could not be sent/)).toBeVisible()
    expect(screen.queryByText(/We sent a code/)).toBeNull()
    expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  })

  test('that it was sent is still said after leaving and coming back', async () => {
    await signInTo(authAnswer())
    await leaveAndComeBack()
    expect(screen.getByText(/We sent a code/)).toHaveTextContent('nisha@example.in')
  })

  test('another one that comes too early leaves the caution', async () => {
    await signInTo(authAnswer({}, { codeSent: false, resendAfter: 0 }))
    answer({ [RESEND]: refusal(429, { error: 'Not so fast.' }, { 'Retry-After': '27' }) })
    await press('Send a new code')
    expect(await screen.findByText('Not so fast.')).toBeVisible()
    expect(screen.getByText(/The code could not be sent/)).toBeVisible()
    expect(screen.queryByText(/We sent a code/)).toBeNull()
  })

  test('without any news it does not claim that one was sent', async () => {
    openCode()
    const lead = await screen.findByText(/^Enter the code from the e-mail to/)
    expect(lead).toHaveTextContent('Enter the code from the e-mail to meera@example.in.')
    expect(screen.queryByText(/We sent a code/)).toBeNull()
  })

  test('with nobody signed in the address is asked for', async () => {
    openCode({}, null)
    expect(await screen.findByText(/^Enter your e-mail address and the code/)).toBeVisible()
  })
})

describe('the focus', () => {
  test('is in the code field as the page opens', async () => {
    openCode()
    expect(await codeField()).toHaveFocus()
  })

  test('stays in a dialog that is open', async () => {
    const dialog = document.createElement('dialog')
    dialog.open = true
    document.body.append(dialog)
    openCode()
    expect(await codeField()).not.toHaveFocus()
    dialog.remove()
  })
})

test('it may be done later: the account works without', async () => {
  openCode()
  await userEvent.click(await screen.findByRole('link', { name: 'Do it later' }))
  await arriveAtEvents()
})

test('another account may be used instead', async () => {
  openCode()
  expect(await screen.findByRole('link', { name: 'Use another account' })).toHaveAttribute(
    'href',
    '/account/sign-in',
  )
})

test('who is verified already is told so and led on', async () => {
  openCode({}, MEERA)
  expect(await screen.findByRole('heading', { name: 'Already verified' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Your events' })).toHaveAttribute(
    'href',
    '/account/events',
  )
  expect(screen.queryByLabelText('Code')).toBeNull()
})
