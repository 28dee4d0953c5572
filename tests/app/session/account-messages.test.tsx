import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { fill, fillRegistration, openAt, PASSWORD, press } from '#tests/features/auth/end-user.ts'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'

// The error catalogue of register, login and verify (specification, section 8), letter for letter.

setupAnswers()

interface Call {
  address: string
  call: string
  literal: string
  send: () => Promise<void>
  findMessage: (text: string) => Promise<HTMLElement>
}

const inAlert = async (text: string) =>
  within(await screen.findByRole('alert')).getByText(text, { exact: true })
const inToast = (text: string) =>
  within(screen.getByRole('region', { name: 'Messages' })).findByText(text, { exact: true })

const CALLS: Record<'register' | 'login' | 'verify', Call> = {
  register: {
    address: '/account/register',
    call: 'POST /auth/register',
    literal: 'Registration failed',
    send: async () => {
      await fillRegistration()
      await press('Create account')
    },
    findMessage: inAlert,
  },
  login: {
    address: '/account/sign-in',
    call: 'POST /auth/login',
    literal: 'Login failed',
    send: async () => {
      await fill({ Email: 'nisha@example.in', Password: PASSWORD })
      await press('Sign in')
    },
    findMessage: inAlert,
  },
  verify: {
    address: '/account/verify',
    call: 'POST /auth/verify-otp',
    literal: 'Login failed',
    send: () => fill({ Email: 'nisha@example.in', Code: '123456' }),
    findMessage: inToast,
  },
}

const SILENT_FAILURES: [name: string, answer: () => Response][] = [
  ['an error answer without a sentence', () => HttpResponse.json({}, { status: 400 })],
  ['an error that is not JSON', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })],
  ['no answer', () => HttpResponse.error()],
  ['a success without a token', () => HttpResponse.json({ user: { _id: 'u1' } })],
]

describe.each(Object.entries(CALLS))(
  '%s',
  (_name, { address, call, literal, send, findMessage }) => {
    test.each([400, 401, 500])("shows the server's error of a %i", async (status) => {
      const respond = () => HttpResponse.json({ success: false, error: 'So it is.' }, { status })
      openAt(address, { [call]: respond })
      await send()
      expect(await findMessage('So it is.')).toBeVisible()
      expect(screen.queryByText(literal)).toBeNull()
      expect(localStorage.getItem('token')).toBeNull()
    })

    test.each(SILENT_FAILURES)(`shows '${literal}' for %s`, async (_case, respond) => {
      openAt(address, { [call]: respond })
      await send()
      expect(await findMessage(literal)).toBeVisible()
      expect(localStorage.getItem('token')).toBeNull()
    })
  },
)
