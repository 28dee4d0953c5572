import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server-fixture.ts'

export const REGISTRATION = {
  fullName: 'Meera Iyer',
  email: 'meera.iyer@example.in',
  phoneNumber: '98765 43210',
  password: 'seven green parrots',
  isAdult: true,
}
export const EMAIL = REGISTRATION.email

interface From {
  from?: string
  token?: string
}

export function register(server: TestServer, change: Record<string, unknown> = {}, by: From = {}) {
  const body = { ...REGISTRATION, ...change }
  return call(server, 'POST', '/api/auth/register', { body, ...by })
}

export function signIn(server: TestServer, change: Record<string, unknown> = {}, by: From = {}) {
  const { email, password } = REGISTRATION
  return call(server, 'POST', '/api/auth/login', { body: { email, password, ...change }, ...by })
}

export function verify(server: TestServer, otp: string, email = EMAIL, by: From = {}) {
  return call(server, 'POST', '/api/auth/verify-otp', { body: { email, otp }, ...by })
}

export function resend(server: TestServer, email = EMAIL, by: From = {}) {
  return call(server, 'POST', '/api/auth/resend-otp', { body: { email }, ...by })
}

/** Another code than the given one, and another for each number. */
export function wrongCode(right: string, number = 1): string {
  return String((Number(right) + number) % 1_000_000).padStart(6, '0')
}
