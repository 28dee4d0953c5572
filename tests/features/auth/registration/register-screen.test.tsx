import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  authAnswer,
  close,
  descriptionOf,
  fieldOf,
  fillRegistration,
  openAt,
  REGISTRATION,
  seeAlert,
  seeErrors,
  seeTyped,
} from '#tests/features/auth/end-user.ts'
import { type ScriptedAnswer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const openForm = (answer: ScriptedAnswer = authAnswer()) =>
  openAt('/account/register', { 'POST /auth/register': answer })

async function register(texts: Record<string, string> = {}) {
  await fillRegistration(texts)
  await user.press('Create account')
}

async function expectTyped(texts: Record<string, string> = REGISTRATION) {
  await seeTyped(texts)
  expect(screen.getByRole('checkbox')).toBeChecked()
}

test('the page says first that one can post a property here', async () => {
  openForm()
  const heading = await screen.findByRole('heading', { name: 'Create an account' })
  expect(heading.nextElementSibling).toHaveTextContent(/^Post your property/)
})

describe('before a registration is sent', () => {
  test('an empty form describes each missing field and focuses the first', async () => {
    openForm()
    await user.press('Create account')
    await seeErrors({
      'Full name': 'Enter your name.',
      Email: 'Enter an e-mail address.',
      'Mobile number': 'Enter a mobile number.',
      Password: 'Choose a password.',
    })
    expect(descriptionOf(screen.getByRole('checkbox'))).toContain('You must be 18 or older')
    await waitFor(async () => expect(await fieldOf('Full name')).toHaveFocus())
    expect(screen.queryByRole('alert')).toBeNull()
    await fillRegistration({ 'Mobile number': '12345', Password: 'short' })
    await user.press('Create account')
    await waitFor(async () => expect(await fieldOf('Mobile number')).toHaveFocus())
  })

  test('an invalid field is reported on blur until it is valid; an empty field is not', async () => {
    openForm()
    for (const [label, wrong, sentence] of [
      ['Email', 'nisha@', 'Enter a valid e-mail address.'],
      ['Mobile number', '12345', 'Enter an Indian mobile number with 10 digits'],
      ['Password', 'short', 'Choose at least 8 characters.'],
    ] as const) {
      const field = await fieldOf(label)
      fireEvent.blur(field)
      expect(field).toBeValid()
      await user.fill({ [label]: wrong })
      expect(descriptionOf(field)).not.toContain(sentence)
      fireEvent.blur(field)
      expect(descriptionOf(field)).toContain(sentence)
      await user.fill({ [label]: REGISTRATION[label] })
      expect(descriptionOf(field)).not.toContain(sentence)
    }
  })

  test('the fields have the attributes for phone keyboards and password managers', async () => {
    openForm()
    for (const [label, autocomplete] of Object.entries({
      'Full name': 'name',
      Email: 'email',
      'Mobile number': 'tel',
      Password: 'new-password',
    })) {
      expect(await fieldOf(label)).toHaveAttribute('autocomplete', autocomplete)
    }
    expect(await fieldOf('Mobile number')).toHaveAttribute('inputmode', 'tel')
    const password = await fieldOf('Password')
    expect(password).toHaveAttribute('type', 'password')
    expect(descriptionOf(password)).toContain('At least 8 characters.')
    await user.press('Show password')
    expect(password).toHaveAttribute('type', 'text')
  })
})

test("an accepted registration is sent once with the specification's fields, and leads to the code page", async () => {
  const { respond, letGo } = held(authAnswer())
  const { bodies, respond: record } = recorded(respond)
  const { runtime } = openForm(record)
  await register({ Email: ' Nisha@Example.IN ' })
  fireEvent.click(await screen.findByRole('button', { name: 'Create account', busy: true }))
  letGo()
  expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeVisible()
  const { Password: password } = REGISTRATION
  const account = { fullName: 'Nisha Patil', email: 'nisha@example.in' }
  expect(bodies).toEqual([{ ...account, phoneNumber: '+91 98765 43210', password, isAdult: true }])
  expect(screen.getByText('nisha@example.in')).toBeVisible()
  expect(window.location.pathname).toBe('/account/verify')
  expect(localStorage.getItem('token')).toBe('token-7')
  expect(localStorage.getItem('admin')).toBeNull()
  const stored = { ...account, id: 'user-7', isVerified: false }
  expect(runtime.session.find()?.account).toMatchObject(stored)
  expect(sessionStorage.getItem('draft:anyone:register')).toBeNull()
})

describe('a failed registration', () => {
  test("shows the server's messages next to their fields, and keeps the typed text", async () => {
    const fields = { password: 'This password is among the best known.', email: 'Unknown host.' }
    openForm(refusal(400, { error: fields.email, fields }))
    await register()
    await seeErrors({ Email: fields.email, Password: fields.password })
    await waitFor(async () => expect(await fieldOf('Email')).toHaveFocus())
    expect(screen.queryByRole('alert')).toBeNull()
    await expectTyped()
    await user.fill({ Password: 'another three words' })
    expect(descriptionOf(await fieldOf('Password'))).not.toContain(fields.password)
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('shows a message above the form if it belongs to no field of the form', async () => {
    openForm(refusal(400, { error: 'Registration is closed today.', fields: { policy: 'Old.' } }))
    await register()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^Registration is closed today\.$/)
    const form = screen.getByRole('button', { name: 'Create account' }).closest('form')
    expect(form && alert.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test.each([
    ['next to the field, when the server names the field', { email: 'It has an account.' }],
    ['above the form, when the server names no field', {}],
  ])('links to the sign-in if the e-mail address is taken: %s', async (_where, fields) => {
    openForm(refusal(409, { error: 'It has an account.', fields }))
    await register()
    await user.follow('Sign in with this address')
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
    await seeTyped({ Email: 'nisha@example.in', Password: '' })
  })

  test('without an answer shows the reason, and keeps the typed text', async () => {
    openForm(noAnswer)
    await register()
    await seeAlert('The server cannot be reached. Registering needs a connection.')
    await user.sees('Registration failed')
    await expectTyped()
  })
})

test('the draft of a registration, without the password, survives a reload and a visit to the terms', async () => {
  const before = openForm()
  await fillRegistration()
  await close(before)
  openForm()
  await expectTyped({ ...REGISTRATION, Password: '' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(REGISTRATION.Password)
  const statement = screen.getByRole('checkbox').closest('label') ?? document.body
  fireEvent.click(within(statement).getByRole('link', { name: 'Terms and Conditions' }))
  await screen.findByRole('heading', { name: 'Terms and Conditions', level: 1 })
  window.history.back()
  await screen.findByRole('button', { name: 'Create account' })
  await expectTyped({ ...REGISTRATION, Password: '' })
})
