import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { answer, MEERA, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { codeField, DONE, openCode, paste, RESEND, UNPROVEN, VERIFY } from './code-page.ts'
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
} from './end-user.ts'

setupAnswers()

const toasts = () => screen.getByRole('region', { name: 'Messages' })

describe('the code field', () => {
  test.each([
    '123456',
    '123 456',
    ' 123-456 ',
    'Your code: 123456',
    'Your code: 123 456. It works for 5 minutes.',
  ])('accepts "%s" and submits it automatically', async (text) => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: call.respond })
    await paste(text)
    await screen.findByText('Your e-mail address is verified.')
    await arriveAtEvents()
    expect(call.bodies).toEqual([{ email: 'meera@example.in', otp: '123456' }])
  })

  test('is a single field with the types for phones and password managers', async () => {
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
  ])('does not send "%s", and says why beside the field', async (typed, sentence) => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: call.respond })
    if (typed) await paste(typed)
    await press('Verify')
    expect(besideOf(await codeField())).toContain(sentence)
    expect(await codeField()).toHaveFocus()
    expect(call.bodies).toEqual([])
  })
})

describe('an accepted code', () => {
  test("shows the server's message, stores user and token, and leads to the events", async () => {
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

  test('leads back to the page where the session ended', async () => {
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

  test('is not requested when the registration already verified the address', async () => {
    openAt('/account/register', { 'POST /auth/register': DONE })
    await fillRegistration()
    await press('Create account')
    expect(await screen.findByRole('heading', { name: 'Already verified' })).toHaveFocus()
  })
})

describe('a refused code', () => {
  const WRONG = { error: 'This code is not right. Check the newest e-mail.' }

  test("shows the server's message in a toast and beside the selected digits", async () => {
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

  test('is not sent again with the same digits, but with others', async () => {
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
    expect(besideOf(await codeField())).toContain(WRONG.error)
    await userEvent.keyboard('{End}{Backspace}7')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ otp: '123457' })
  })

  test('is not sent again after another refused one, until a new code is requested', async () => {
    const sent: unknown[] = []
    openCode({
      [VERIFY]: async (request) => {
        sent.push(((await request.json()) as { otp: string }).otp) // the app's own body
        return HttpResponse.json({ success: false, ...WRONG }, { status: 400 })
      },
      [RESEND]: { success: true },
    })
    for (const code of ['111111', '222222']) {
      await paste(code)
      await waitFor(async () => expect(await codeField()).toHaveAttribute('aria-invalid'))
      await waitFor(async () => expect(await codeField()).not.toHaveAttribute('readonly'))
      await userEvent.clear(await codeField())
    }
    await paste('111111')
    expect(await screen.findByText(WRONG.error, { selector: '.field *' })).toBeVisible()
    expect(sent).toEqual(['111111', '222222'])
    await press('Send a new code')
    await screen.findByText(/A new code is on its way/)
    await userEvent.clear(await codeField())
    await paste('111111')
    await waitFor(() => expect(sent).toEqual(['111111', '222222', '111111']))
  })

  test.each([
    ['without an answer', noAnswer],
    ['by a rate limit', refusal(429, { error: 'Too many wrong codes. Try again in 5 s.' })],
  ])('refused %s was not checked, and may be sent once more', async (_name, first) => {
    const call = recorded(DONE)
    let tries = 0
    openCode({ [VERIFY]: (request) => (tries++ === 0 ? first() : call.respond(request)) })
    await paste('123456')
    await within(toasts()).findByRole('alert')
    await waitFor(async () => expect(await codeField()).not.toHaveAttribute('readonly'))
    await press('Verify')
    await arriveAtEvents()
    expect(call.bodies).toHaveLength(1)
  })

  test("without an answer says 'Login failed', and that verifying needs a connection", async () => {
    openCode({ [VERIFY]: noAnswer })
    await paste('123456')
    expect(await within(toasts()).findByText('Login failed')).toBeVisible()
    expect(besideOf(await codeField())).toContain('Login failed')
    expect(besideOf(await codeField())).toContain('Verifying needs a connection.')
    expect(await codeField()).toHaveValue('123456')
  })

  test('by a 401 removes the token and keeps the address filled in', async () => {
    openCode({ [VERIFY]: refusal(401, { error: 'Wrong code' }) })
    await paste('123456')
    await within(toasts()).findByText('Wrong code')
    expect(localStorage.getItem('token')).toBeNull()
    expect(await fieldOf('Email')).toHaveValue('meera@example.in')
    expect(await codeField()).toHaveValue('123456')
    expect(window.location.pathname).toBe('/account/verify')
  })

  test('keeps the button busy until the answer arrives', async () => {
    const scripted = held({ success: false, ...WRONG }, 400)
    openCode({ [VERIFY]: scripted.respond })
    await paste('123456')
    const button = await screen.findByRole('button', { name: 'Verify', busy: true })
    scripted.letGo()
    await within(toasts()).findByText(WRONG.error)
    expect(button).not.toHaveAttribute('aria-busy')
  })
})

test("a code and a request for another one carry the registration's token", async () => {
  const tokens: (string | null)[] = []
  const record = (body: object) => (request: Request) => {
    tokens.push(request.headers.get('Authorization'))
    return HttpResponse.json(body)
  }
  openCode({ [VERIFY]: record(DONE), [RESEND]: record({ success: true }) })
  await press('Send a new code')
  await screen.findByText(/A new code is on its way/)
  await paste('123456')
  await arriveAtEvents()
  expect(tokens).toEqual(['Bearer user-token', 'Bearer user-token'])
})

describe('without a session', () => {
  test('asks to sign in on this device first', async () => {
    const sentence = 'Sign in on this device first, then enter the code'
    const before = openCode({}, null)
    const notice = (await screen.findByText(sentence)).parentElement
    const link = within(notice ?? document.body).getByRole('link', { name: 'Sign in' })
    expect(link).toHaveAttribute('href', '/account/sign-in')
    await close(before)
    openCode()
    await codeField()
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('asks for the address too, and checks it before sending', async () => {
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

  test('restores the address after a reload, but never the code', async () => {
    const before = openCode({}, null)
    await fill({ Email: 'meera@example.in', Code: '12345' })
    await close(before)
    openCode({}, null)
    expect(await fieldOf('Email')).toHaveValue('meera@example.in')
    expect(await codeField()).toHaveValue('')
  })
})

describe('the focus', () => {
  test('is in the code field when the page opens', async () => {
    openCode()
    expect(await codeField()).toHaveFocus()
  })

  test('stays in an open dialog', async () => {
    const dialog = document.createElement('dialog')
    dialog.open = true
    document.body.append(dialog)
    openCode()
    expect(await codeField()).not.toHaveFocus()
    dialog.remove()
  })
})

test('verifying can be skipped', async () => {
  openCode()
  await userEvent.click(await screen.findByRole('link', { name: 'Skip for now' }))
  await arriveAtEvents()
})

test('another account can be used instead', async () => {
  openCode()
  expect(await screen.findByRole('link', { name: 'Use another account' })).toHaveAttribute(
    'href',
    '/account/sign-in',
  )
})

test('a verified user is told so and led on', async () => {
  openCode({}, MEERA)
  expect(await screen.findByRole('heading', { name: 'Already verified' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Your events' })).toHaveAttribute(
    'href',
    '/account/events',
  )
  expect(screen.queryByLabelText('Code')).toBeNull()
})
