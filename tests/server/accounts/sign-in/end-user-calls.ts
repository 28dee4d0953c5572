import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

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

/** The newest token that each server's app issued for each e-mail address. */
const devices = new WeakMap<TestServer['app'], Map<string, string>>()

export async function register(
  server: TestServer,
  change: Record<string, unknown> = {},
  by: From = {},
) {
  const body = { ...REGISTRATION, ...change }
  return keepToken(server, await call(server, 'POST', '/api/auth/register', { body, ...by }))
}

export async function signIn(
  server: TestServer,
  change: Record<string, unknown> = {},
  by: From = {},
) {
  const { email, password } = REGISTRATION
  const body = { email, password, ...change }
  return keepToken(server, await call(server, 'POST', '/api/auth/login', { body, ...by }))
}

/** Sends the newest token of the e-mail address unless `by.token` is given; '' sends no token. */
export function verify(server: TestServer, otp: string, email = EMAIL, by: From = {}) {
  const token = tokenOf(server, email)
  return call(server, 'POST', '/api/auth/verify-otp', { body: { email, otp }, token, ...by })
}

/** Sends the newest token of the e-mail address unless `by.token` is given; '' sends no token. */
export function resend(server: TestServer, email = EMAIL, by: From = {}) {
  const token = tokenOf(server, email)
  return call(server, 'POST', '/api/auth/resend-otp', { body: { email }, token, ...by })
}

function tokenOf(server: TestServer, email: string): string {
  return devices.get(server.app)?.get(email.trim().toLowerCase()) ?? ''
}

function keepToken<Answer extends Awaited<ReturnType<typeof call>>>(
  server: TestServer,
  answer: Answer,
): Answer {
  if (answer.status !== 200) return answer
  const { user, token } = answer.json
  const tokens = devices.get(server.app) ?? new Map<string, string>()
  devices.set(server.app, tokens.set(String(user?.['email']), String(token)))
  return answer
}

/** Returns a wrong code, which is different for each `number`. */
export function wrongCode(right: string, number = 1): string {
  return String((Number(right) + number) % 1_000_000).padStart(6, '0')
}
