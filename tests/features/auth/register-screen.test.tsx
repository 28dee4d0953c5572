import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import {
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
  REGISTRATION,
  recorded,
  refusal,
} from './end-user.ts'

setupAnswers()

const REGISTER = 'POST /auth/register'
const openForm = (answer: NonNullable<Parameters<typeof openAt>[1]>[string] = authAnswer()) =>
  openAt('/account/register', { [REGISTER]: answer })

async function expectTyped(texts: Record<string, string> = REGISTRATION) {
  for (const [label, text] of Object.entries(texts)) expect(await fieldOf(label)).toHaveValue(text)
  expect(screen.getByRole('checkbox')).toBeChecked()
}

describe('before a registration is sent', () => {
  test('an empty form describes each missing field and focuses the first', async () => {
    openForm()
    await press('Create account')
    const name = await fieldOf('Full name')
    expect(besideOf(name)).toContain('Enter your name.')
    expect(besideOf(await fieldOf('Email'))).toContain('Enter an e-mail address.')
    expect(besideOf(await fieldOf('Mobile number'))).toContain('Enter a mobile number.')
    expect(besideOf(await fieldOf('Password'))).toContain('Choose a password.')
    expect(besideOf(screen.getByRole('checkbox'))).toContain('You must be 18 or older')
    expect(name).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['Email', 'nisha@', 'Enter a valid e-mail address.'],
    ['Mobile number', '12345', 'Enter an Indian mobile number with 10 digits'],
    ['Password', 'short', 'Choose at least 8 characters.'],
  ])(
    'a wrong %s is reported when the field is left, until it is right',
    async (label, wrong, sentence) => {
      openForm()
      await fill({ [label]: wrong })
      const field = await fieldOf(label)
      expect(besideOf(field)).not.toContain(sentence)
      await userEvent.tab()
      expect(besideOf(field)).toContain(sentence)
      // the table's labels are keys of REGISTRATION
      await fill({ [label]: REGISTRATION[label as keyof typeof REGISTRATION] })
      expect(besideOf(field)).not.toContain(sentence)
    },
  )

  test('does not report an empty field that only had the focus', async () => {
    openForm()
    await userEvent.click(await fieldOf('Email'))
    await userEvent.tab()
    expect(await fieldOf('Email')).toBeValid()
    expect(besideOf(await fieldOf('Email'))).toBe('')
  })

  test('focuses the first wrong field, not the first field', async () => {
    openForm()
    await fillRegistration({ 'Mobile number': '12345', Password: 'short' })
    await press('Create account')
    expect(await fieldOf('Mobile number')).toHaveFocus()
  })

  test('the fields support the keyboards of phones and password managers', async () => {
    openForm()
    const tel = await fieldOf('Mobile number')
    expect(tel).toHaveAttribute('inputmode', 'tel')
    expect(tel).toHaveAttribute('autocomplete', 'tel')
    expect(await fieldOf('Full name')).toHaveAttribute('autocomplete', 'name')
    expect(await fieldOf('Email')).toHaveAttribute('autocomplete', 'email')
    const password = await fieldOf('Password')
    expect(password).toHaveAttribute('autocomplete', 'new-password')
    expect(password).toHaveAttribute('type', 'password')
    expect(besideOf(password)).toContain('At least 8 characters.')
    await press('Show password')
    expect(password).toHaveAttribute('type', 'text')
  })
})

describe('an accepted registration', () => {
  test("sends the specification's fields and leads to the code", async () => {
    const call = recorded(authAnswer())
    openForm(call.respond)
    await fillRegistration({ Email: ' Nisha@Example.IN ' })
    await press('Create account')
    expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeVisible()
    expect(call.bodies).toEqual([
      {
        fullName: 'Nisha Patil',
        email: 'nisha@example.in',
        phoneNumber: '+91 98765 43210',
        password: REGISTRATION.Password,
        isAdult: true,
      },
    ])
    expect(screen.getByText('nisha@example.in')).toBeVisible()
    expect(window.location.pathname).toBe('/account/verify')
  })

  test('stores user and token, and clears the draft', async () => {
    const { runtime } = openForm()
    await fillRegistration()
    await press('Create account')
    await screen.findByRole('heading', { name: 'Enter the code' })
    expect(localStorage.getItem('token')).toBe('token-7')
    expect(localStorage.getItem('admin')).toBeNull()
    expect(runtime.session.find()?.account).toMatchObject({
      id: 'user-7',
      email: 'nisha@example.in',
      isVerified: false,
    })
    expect(sessionStorage.getItem('draft:anyone:register')).toBeNull()
  })

  test('is sent once, however often the button is pressed while it is pending', async () => {
    const answer = held(authAnswer())
    let calls = 0
    openForm(() => {
      calls += 1
      return answer.respond()
    })
    await fillRegistration()
    await press('Create account')
    const button = await screen.findByRole('button', { name: 'Create account', busy: true })
    await userEvent.click(button)
    answer.letGo()
    await screen.findByRole('heading', { name: 'Enter the code' })
    expect(calls).toBe(1)
  })
})

describe('a refused registration', () => {
  test("shows the server's messages beside their fields, and keeps the typed text", async () => {
    const fields = {
      password: 'This password is among the best known ones.',
      email: 'Unknown host.',
    }
    openForm(refusal(400, { error: fields.email, fields }))
    await fillRegistration()
    await press('Create account')
    await waitFor(async () => expect(besideOf(await fieldOf('Email'))).toContain('Unknown host.'))
    expect(besideOf(await fieldOf('Password'))).toContain(fields.password)
    expect(await fieldOf('Email')).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()
    await expectTyped()
    await fill({ Password: 'another three words' })
    expect(besideOf(await fieldOf('Password'))).not.toContain(fields.password)
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('shows a message without a field of the form above it', async () => {
    openForm(refusal(400, { error: 'Registration is closed today.', fields: { policy: 'Old.' } }))
    await fillRegistration()
    await press('Create account')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^Registration is closed today\.$/)
    const form = screen.getByRole('button', { name: 'Create account' }).closest('form')
    expect(form && alert.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test.each([
    [
      'beside the address, when the server names this field',
      { email: 'There is an account already.' },
    ],
    ['above the form, when the server names no field', {}],
  ])('leads to the sign-in with an address that is taken: %s', async (_where, fields) => {
    openForm(refusal(409, { error: 'There is an account already.', fields }))
    await fillRegistration()
    await press('Create account')
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in with this address' }))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await fieldOf('Email')).toHaveValue('nisha@example.in')
    expect(await fieldOf('Password')).toHaveValue('')
  })

  test('without an answer says why, and keeps the typed text', async () => {
    openForm(noAnswer)
    await fillRegistration()
    await press('Create account')
    const alert = await screen.findByRole('alert')
    expect(screen.getByText('Registration failed', { exact: true })).toBeVisible()
    expect(alert).toHaveTextContent('The server cannot be reached. Registering needs a connection.')
    await expectTyped()
  })
})

describe('the draft', () => {
  test('survives a reload, without the password', async () => {
    const before = openForm()
    await fillRegistration()
    await close(before)
    openForm()
    await expectTyped({ ...REGISTRATION, Password: '' })
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(REGISTRATION.Password)
  })

  test('survives a look at the terms', async () => {
    openForm()
    await fillRegistration()
    const statement = screen.getByRole('checkbox').closest('label')
    await userEvent.click(
      screen
        .getAllByRole('link', { name: 'Terms and Conditions' })
        .find((link) => statement?.contains(link)) ?? document.body,
    )
    await screen.findByRole('heading', { name: 'Terms and Conditions', level: 1 })
    window.history.back()
    await screen.findByRole('button', { name: 'Create account' })
    await expectTyped({ ...REGISTRATION, Password: '' })
  })
})
