// @module-tag long

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  codeField,
  DONE,
  openCode,
  paste,
  RESEND,
  seeChecked,
  UNPROVEN,
  VERIFY,
} from '#tests/features/auth/code-page.ts'
import {
  arriveAtEvents,
  arriveAtListings,
  authAnswer,
  close,
  descriptionOf,
  fillRegistration,
  openAt,
  seeErrors,
  seeTyped,
} from '#tests/features/auth/end-user.ts'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const toasts = () => within(screen.getByRole('region', { name: 'Messages' }))
const WRONG = { error: 'This code is not right. Check the newest e-mail.' }

/** Refuses and records every code. */
function refuser() {
  const { bodies, respond } = recorded(refusal(400, WRONG))
  return { respond, codes: () => bodies.map((body) => (body as { otp: string }).otp) } // the app sends this
}

describe('the code field', () => {
  test('is a single field with the attributes for phone keyboards and password managers', async () => {
    openCode()
    const field = await codeField()
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveAttribute('type', 'text')
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
    expect(screen.getByText('meera@example.in')).toBeVisible()
    await user.seesLink('Use another account', '/account/sign-in')
    expect(screen.queryByText(/^Sign in on this device first/)).toBeNull()
    await user.follow('Skip for now')
    await arriveAtEvents()
  })

  test('extracts the code from pasted text and submits it, but only if it has six digits', async () => {
    const { codes, respond } = refuser()
    openCode({ [VERIFY]: respond })
    for (const [text, sentence] of [
      ['', 'Enter the code from the e-mail.'],
      ['12345', 'The code has 6 digits.'],
      ['1234567', 'The code has 6 digits.'],
    ] as const) {
      await paste(text)
      await user.press('Verify')
      expect(descriptionOf(await codeField())).toContain(sentence)
      await waitFor(async () => expect(await codeField()).toHaveFocus())
    }
    const texts = [
      '123451',
      '123 452',
      ' 123-453 ',
      'Your code: 123454',
      'Your code: 123 455. It works for 5 minutes.',
    ]
    for (const [index, text] of texts.entries()) {
      await paste(text)
      await waitFor(() => expect(codes()).toHaveLength(index + 1))
      await seeChecked()
    }
    expect(codes()).toEqual(['123451', '123452', '123453', '123454', '123455'])
  })

  test('does not take the focus from an open dialog', async () => {
    const dialog = document.createElement('dialog')
    dialog.open = true
    document.body.append(dialog)
    openCode()
    expect(await codeField()).not.toHaveFocus()
    dialog.remove()
  })
})

describe('an accepted code', () => {
  test("shows the server's message, stores user and token, and leads to where a property is posted", async () => {
    const [verified, resent] = [recorded(DONE), recorded()]
    const { runtime } = openCode({ [VERIFY]: verified.respond, [RESEND]: resent.respond })
    await user.press('Send a new code')
    await screen.findByText(/A new code is on its way/)
    await user.fill({ Code: '123456' })
    const message = await toasts().findByText('Your e-mail address is verified.')
    expect(message.closest('[role="status"]')).not.toBeNull()
    await arriveAtListings()
    expect(localStorage.getItem('token')).toBe('verified-token')
    expect(runtime.session.find()?.account).toMatchObject({ id: 'user-1', isVerified: true })
    // Both calls carry the token from before the verification.
    for (const call of [verified, resent]) {
      expect(call.headers('Authorization')).toEqual(['Bearer user-token'])
    }
  })

  test("without a message shows 'Verified'", async () => {
    openCode({ [VERIFY]: { ...DONE, message: null } })
    await user.fill({ Code: '123456' })
    expect(await toasts().findByText('Verified')).toBeVisible()
    await arriveAtListings()
  })

  test('leads to the events on a backend that takes no listings', async () => {
    openCode({ [VERIFY]: { ...DONE, idempotencyKeys: false } })
    await user.fill({ Code: '123456' })
    await arriveAtEvents()
  })

  test('leads back to the page where the session ended', async () => {
    const over = refusal(401, { error: 'Session over' })
    const toForm = '/account/events?open=new'
    openAt(toForm, { 'GET /events/user': over, [VERIFY]: DONE }, { session: UNPROVEN })
    await screen.findByText(/Your session ended/)
    const unproven = authAnswer({ _id: 'user-1', email: 'meera@example.in' })
    answer({ 'GET /events/user': [], 'POST /auth/register': unproven })
    await user.follow('Create an account')
    await fillRegistration({ Email: 'meera@example.in' })
    await user.press('Create account')
    await user.fill({ Code: '123456' })
    await arriveAtEvents(toForm)
  })

  test('is not needed when the registration already verified the e-mail address', async () => {
    openAt('/account/register', { 'POST /auth/register': DONE })
    await fillRegistration()
    await user.press('Create account')
    await waitFor(async () =>
      expect(await screen.findByRole('heading', { name: 'Already verified' })).toHaveFocus(),
    )
    await user.seesLink('Post your property', '/account/listings?open=new')
    await user.seesLink('Your events', '/account/events')
    expect(screen.queryByLabelText('Code')).toBeNull()
  })
})

describe('a refused code', () => {
  test("shows the server's message in a toast and next to the selected digits", async () => {
    const { respond, letGo } = held({ success: false, ...WRONG, fields: { otp: WRONG.error } }, 400)
    openCode({ [VERIFY]: respond })
    await paste('123456')
    await screen.findByRole('button', { name: 'Verify', busy: true })
    letGo()
    const message = await toasts().findByText(WRONG.error)
    expect(message.closest('[role="alert"]')).not.toBeNull()
    const field = await screen.findByLabelText<HTMLInputElement>('Code')
    expect(descriptionOf(field)).toContain(WRONG.error)
    expect(field).toHaveValue('123456')
    await waitFor(() => expect(field).toHaveFocus())
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
    expect(screen.getByRole('button', { name: 'Verify' })).not.toHaveAttribute('aria-busy')
    expect(localStorage.getItem('token')).toBe('user-token')
  })

  test('is not sent again, even after a different code was tried, until a new code is requested', async () => {
    const { codes, respond } = refuser()
    openCode({ [VERIFY]: respond, [RESEND]: { success: true } })
    for (const code of ['111111', '222222']) {
      await paste(code)
      await waitFor(async () => expect(await codeField()).toHaveAttribute('aria-invalid'))
      await seeChecked()
    }
    await paste('111111')
    expect(await screen.findByText(WRONG.error, { selector: '.field *' })).toBeVisible()
    await user.press('Verify')
    expect(codes()).toEqual(['111111', '222222'])
    await user.press('Send a new code')
    await screen.findByText(/A new code is on its way/)
    await paste('111111')
    await waitFor(() => expect(codes()).toEqual(['111111', '222222', '111111']))
  })

  test.each([
    ['no answer', noAnswer, /Verifying needs a connection\..*Login failed/],
    ['a rate limit', refusal(429, { error: 'Too many wrong codes.' }), /Too many wrong codes\./],
  ])('can be sent again after %s, because the server did not check it', async (_, first, said) => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: first })
    await user.fill({ Code: '123456' })
    await toasts().findByRole('alert')
    await seeChecked()
    expect(descriptionOf(await codeField())).toMatch(said)
    await seeTyped({ Code: '123456' })
    answer({ [VERIFY]: call.respond })
    await user.press('Verify')
    await arriveAtListings()
    expect(call.bodies).toHaveLength(1)
  })

  test('answered with 401 removes the token, and the page keeps the e-mail address and the code in their fields', async () => {
    openCode({ [VERIFY]: refusal(401, { error: 'Wrong code' }) })
    await user.fill({ Code: '123456' })
    await toasts().findByText('Wrong code')
    expect(localStorage.getItem('token')).toBeNull()
    await seeTyped({ Email: 'meera@example.in', Code: '123456' })
    expect(window.location.pathname).toBe('/account/verify')
  })
})

describe('without a session', () => {
  test('the page links to the sign-in, and sends a code only with an e-mail address', async () => {
    const call = recorded(DONE)
    openCode({ [VERIFY]: call.respond }, null)
    const notice = await screen.findByText('Sign in on this device first, then enter the code')
    const link = notice.parentElement?.querySelector('a')
    expect(link).toHaveAttribute('href', '/account/sign-in')
    await user.fill({ Code: '123456' })
    expect(call.bodies).toEqual([])
    await user.press('Verify')
    await seeErrors({ Email: 'Enter an e-mail address.' })
    await user.fill({ Email: 'Meera@example.in' })
    await user.press('Verify')
    await arriveAtListings()
    expect(call.bodies).toEqual([{ email: 'meera@example.in', otp: '123456' }])
  })

  test('the page restores the e-mail address after a reload, but never the code', async () => {
    const before = openCode({}, null)
    await user.fill({ Email: 'meera@example.in', Code: '12345' })
    await close(before)
    openCode({}, null)
    await seeTyped({ Email: 'meera@example.in', Code: '' })
  })
})
