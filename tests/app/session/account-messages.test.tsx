import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { fill, fillRegistration, openAt, PASSWORD, press } from '#tests/features/auth/end-user.ts'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'

// The error messages of register, login and verify (specification, section 8), letter for letter.
// tests/features/auth/use-auth-request.test.tsx tests the other properties of a failed request.

setupAnswers()

const inAlert = async (text: string) => within(await screen.findByRole('alert')).getByText(text)
const inToast = (text: string) =>
  within(screen.getByRole('region', { name: 'Messages' })).findByText(text)

describe.each([
  {
    name: 'register',
    address: '/account/register',
    literal: 'Registration failed',
    send: () => fillRegistration().then(() => press('Create account')),
    findMessage: inAlert,
  },
  {
    name: 'login',
    address: '/account/sign-in',
    literal: 'Login failed',
    send: async () => {
      await fill({ Email: 'nisha@example.in', Password: PASSWORD })
      await press('Sign in')
    },
    findMessage: inAlert,
  },
  {
    name: 'verify-otp',
    address: '/account/verify',
    literal: 'Login failed',
    send: () => fill({ Email: 'nisha@example.in', Code: '123456' }),
    findMessage: inToast,
  },
])('$name', ({ name, address, literal, send, findMessage }) => {
  async function fail(respond: () => Response) {
    openAt(address, { [`POST /auth/${name}`]: respond })
    await send()
  }

  test("shows the server's error", async () => {
    await fail(() => HttpResponse.json({ success: false, error: 'So it is.' }, { status: 401 }))
    expect(await findMessage('So it is.')).toBeVisible()
    expect(screen.queryByText(literal)).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('shows the error message of the specification for a success without a token', async () => {
    await fail(() => HttpResponse.json({ user: { _id: 'u1' } }))
    expect(await findMessage(literal)).toBeVisible()
    expect(localStorage.getItem('token')).toBeNull()
  })
})
