import { beforeEach, describe, expect, test } from 'vitest'
import { makeCode } from '#server/accounts/registration/code-mac.ts'
import { makeCodeRow } from '#server/accounts/registration/code-service.ts'
import { scopesOf } from '#server/platform/limits/network-site.ts'
import { call, isSignedIn } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import {
  expectRefusal,
  FIFTH,
  SIGN_IN_FIRST,
  SUPERSEDED,
  VERIFIED,
  VOID,
  WRONG,
} from './code-refusals.ts'
import { EMAIL, register, resend, signIn, verify, wrongCode } from './end-user-calls.ts'

const MINUTE_MS = 60_000

const server = serverForEachTest({ seed: makeMarket() })
let code: string
let token: string
beforeEach(async () => {
  token = String((await register(server)).json['token'])
  code = server.getLoggedCode()
})

async function resendLater() {
  server.clock.advance(10 * MINUTE_MS)
  expect((await resend(server)).status).toBe(200)
  return server.getLoggedCode()
}

async function failFive(right = code) {
  for (let number = 1; number <= 4; number += 1)
    expectRefusal(await verify(server, wrongCode(right, number)), 'wrong-code', WRONG)
  expectRefusal(await verify(server, wrongCode(right, 5)), 'code-void', FIFTH)
}

async function isVerified() {
  const users = await server.db.selectFrom('users').selectAll().execute()
  return users.some(({ email, verified }) => email === EMAIL && verified === 1)
}

describe('the right code', () => {
  test('verifies the address and returns user, token and message', async () => {
    const answer = await verify(server, code)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      user: expect.objectContaining({ email: EMAIL, role: 'user', verified: true }),
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2025-09-24T06:30:00.000Z',
      idempotencyKeys: true,
      deviceToken: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Your e-mail address is verified.',
    })
    expect(await isVerified()).toBe(true)
    expect(await isSignedIn(server, String(answer.json['token']))).toBe(true)
  })

  test('may be pasted with spaces, and the e-mail address may have capitals', async () => {
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `
    expect((await verify(server, spaced, ' MEERA.IYER@example.in ')).status).toBe(200)
  })

  test('is valid after four wrong ones', async () => {
    for (let number = 1; number <= 4; number += 1) await verify(server, wrongCode(code, number))
    expect((await verify(server, code)).status).toBe(200)
  })

  test('keeps its leading zeros', async () => {
    const { appSecret, clock, db } = server
    const { id } = await db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow()
    const order = { appSecret, registrationId: id, now: clock.now() }
    await db
      .updateTable('codes')
      .set(makeCodeRow({ ...order, code: '000042' }))
      .execute()
    expectRefusal(await verify(server, '000043'), 'wrong-code', WRONG)
    expect((await verify(server, '42')).json['error']).toBe('The code has 6 digits.')
    expect((await verify(server, '000042')).status).toBe(200)
    const made = Array.from({ length: 2000 }, makeCode)
    expect(made.filter((one) => !/^\d{6}$/.test(one))).toEqual([])
    expect(made.some((one) => one.startsWith('0'))).toBe(true)
  })

  test('invalidates the token that was sent with it', async () => {
    expect(await isSignedIn(server, token)).toBe(true)
    await verify(server, code, EMAIL, { token })
    expect(await isSignedIn(server, token)).toBe(false)
  })
})

describe('a code that is refused', () => {
  test('because a newer code was sent; the newer code is valid', async () => {
    const newer = await resendLater()
    expectRefusal(await verify(server, code), 'old-code', SUPERSEDED)
    expect((await verify(server, newer)).status).toBe(200)
  })

  test('because it was used', async () => {
    const other = String((await signIn(server)).json['token'])
    const { token: next } = (await verify(server, code, EMAIL, { token: other })).json
    for (const by of [{ token: other }, { token: '' }])
      expectRefusal(await verify(server, code, EMAIL, by), 'sign-in-first', SIGN_IN_FIRST)
    const by = { token: String(next) }
    expectRefusal(await verify(server, code, EMAIL, by), 'already-verified', VERIFIED)
  })

  test('because it belongs to another address', async () => {
    await register(server, { email: 'other@example.in', phoneNumber: '9123456789' })
    expectRefusal(await verify(server, code, 'other@example.in'), 'wrong-code', WRONG)
    const other = await verify(server, code, 'other@example.in', { token })
    expectRefusal(other, 'sign-in-first', SIGN_IN_FIRST)
  })

  test.each([
    [{ otp: '12345' }, 'The code has 6 digits.'],
    [{ otp: '12345a' }, 'The code has 6 digits.'],
    [{ otp: '' }, 'Enter the code from the e-mail.'],
    [{}, 'Enter the code from the e-mail.'],
  ])('because it is missing or malformed: %o', async (body, otp) => {
    const form = { body: { email: EMAIL, ...body } }
    const answer = await call(server, 'POST', '/api/auth/verify-otp', form)
    expect(answer).toMatchObject({ status: 400, json: { fields: { otp } } })
  })

  test('does not end the session', async () => {
    await verify(server, wrongCode(code), EMAIL, { token })
    expect(await isSignedIn(server, token)).toBe(true)
  })

  test('is logged with its reason, without its digits', async () => {
    const wrong = wrongCode(code)
    await verify(server, wrong)
    const line = server.logged.find((logged) => logged.includes('wrong-code')) ?? ''
    expect(line).toContain('a one-time code was refused')
    expect(server.logged.join()).not.toContain(wrong)
  })
})

describe('five wrong tries', () => {
  test('void the code, so that even the right digits are refused', async () => {
    await failFive()
    expectRefusal(await verify(server, code), 'code-void', VOID)
    expectRefusal(await verify(server, wrongCode(code)), 'code-void', VOID)
    expect(await isVerified()).toBe(false)
  })

  test('for each of four codes block a registration for a day; a new registration on the same network can use only its first code', async () => {
    await failFive()
    for (let round = 0; round < 3; round += 1) await failFive(await resendLater())
    const newest = await resendLater()
    const refused = await verify(server, newest)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 3600)
    expect(String(refused.json['error'])).toContain('hours')
    expect((await verify(server, newest, EMAIL, { token, from: '10.0.0.2' })).status).toBe(429)
    await register(server)
    await failFive(server.getLoggedCode())
    expect((await verify(server, await resendLater())).status).toBe(429)
    await register(server, {}, { from: '10.0.0.2' })
    const elsewhere = server.getLoggedCode()
    expect((await verify(server, elsewhere, EMAIL, { from: '10.0.0.2' })).status).toBe(200)
  })
})

test('one network may try at most 100 wrong codes an hour, for all addresses together', async () => {
  const from = '10.0.0.9'
  await failFive()
  code = await resendLater()
  const at = server.clock.now().toISOString()
  const rows = Array.from({ length: 100 }, (_, index) => ({
    id: `try${index}`,
    kind: 'code-try' as const,
    subject: 'f'.repeat(64),
    ...scopesOf(server.appSecret, from),
    at,
  }))
  await server.db.insertInto('attempts').values(rows).execute()
  const refused = await verify(server, code, EMAIL, { from })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('3600')
  expect((await verify(server, code, EMAIL, { from: '10.0.0.8' })).status).toBe(200)
})

describe('tries that arrive together', () => {
  test('lead to at most five checks of the code; the others find it void', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
    const answers = await Promise.all(numbers.map((one) => verify(server, wrongCode(code, one))))
    const reasons = answers.map(({ json }) => json['error'])
    const expected = [...Array(4).fill(WRONG), FIFTH, ...Array(5).fill(VOID)]
    expect(reasons.toSorted()).toEqual(expected.toSorted())
    const codes = await server.db.selectFrom('codes').selectAll().execute()
    expect(codes).toMatchObject([{ wrong_tries: 5 }])
  })

  test('with the right code succeed only once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => verify(server, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(answers.filter(({ json }) => String(json['code']) === 'sign-in-first')).toHaveLength(2)
  })
})
