import { describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { EMAIL, REGISTRATION, register, signIn, verify } from './end-user-calls.ts'

const HOUR_MS = 3_600_000

const server = serverForEachTest({ seed: makeMarket() })

const MEMBER = 'asha.rao@example.in'
const OFFICE = { from: '10.0.0.1' }

const listUsers = () => server.db.selectFrom('users').selectAll().execute()
const listRegistrations = () => server.db.selectFrom('registrations').selectAll().execute()

async function registerAndVerify() {
  await register(server)
  await verify(server, server.getLoggedCode())
}

describe('registering', () => {
  test('creates a signed-in, unverified account and sends a code', async () => {
    const answer = await register(server)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      user: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        fullName: 'Meera Iyer',
        email: EMAIL,
        phoneNumber: '+91 98765 43210',
        role: 'user',
        verified: false,
      },
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2025-09-18T06:30:00.000Z',
      idempotencyKeys: true,
      codeSent: true,
      resendAfter: 30,
    })
    expect(server.getLoggedCode()).toMatch(/^\d{6}$/)
    expect((await signIn(server)).status).toBe(200)
  })

  test('stores when the user stated to be an adult, and which version of the policies the user accepted', async () => {
    await registerAndVerify()
    expect(await listUsers()).toContainEqual(
      expect.objectContaining({
        email: EMAIL,
        adult_stated_at: '2025-09-17T06:30:00.000Z',
        consent_policy: '17-06-2025',
      }),
    )
  })

  test('ignores fields that only the server sets', async () => {
    const before = await listUsers()
    const change = { _id: 'f'.repeat(24), role: 'admin', verified: true, owner: 'f'.repeat(24) }
    const answer = await register(server, change)
    expect(answer.json['user']).toMatchObject({ role: 'user', verified: false })
    expect(answer.json['user']).not.toMatchObject({ _id: change._id })
    expect(await listUsers()).toEqual(before)
    const token = String(answer.json['token'])
    expect((await call(server, 'GET', '/api/admin/users', { token })).status).toBe(403)
  })

  test('stores and logs neither password nor code nor token', async () => {
    const answer = await register(server)
    const code = server.getLoggedCode()
    const token = String(answer.json['token'])
    const text = await readAllText(server)
    // The address shows that `text` is the content of this database.
    expect(text).toContain(EMAIL)
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
    for (const secret of [REGISTRATION.password, token, server.appSecret])
      expect(text).not.toContain(secret)
    const lines = server.logged.filter((line) => !line.includes('SMTP_URL is not set'))
    expect(lines.join()).not.toContain(code)
    for (const secret of [REGISTRATION.password, token, EMAIL])
      expect(server.logged.join()).not.toContain(secret)
  })
})

describe('a registration that is refused', () => {
  test('reports every wrong field at once and creates no account', async () => {
    const answer = await register(server, {
      fullName: ' ',
      email: 'meera@',
      phoneNumber: '12345',
      password: 'short',
      isAdult: false,
    })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      success: false,
      code: 'invalid-input',
      error: 'Enter your name.',
      fields: {
        fullName: 'Enter your name.',
        email: 'Enter a valid e-mail address.',
        phoneNumber: 'Enter an Indian mobile number with 10 digits, such as 98765 43210.',
        password: 'Choose at least 8 characters.',
        isAdult: 'You must be 18 or older and accept the terms.',
      },
    })
    expect(await listRegistrations()).toEqual([])
  })

  test('reports missing fields like empty ones', async () => {
    const answer = await call(server, 'POST', '/api/auth/register', { body: {} })
    expect(answer.json['fields']).toEqual({
      fullName: 'Enter your name.',
      email: expect.any(String),
      phoneNumber: expect.any(String),
      password: 'Choose a password.',
      isAdult: expect.stringContaining('18 or older'),
    })
  })

  test.each([
    [
      'a common one, also with another error',
      { password: 'Property@123', phoneNumber: '' },
      {
        password: 'This password is among the first that anyone would try. Choose another.',
        phoneNumber: 'Enter a mobile number.',
      },
    ],
    [
      'made from the name',
      { password: 'meera.iyer1990' },
      { password: 'Your name and your e-mail address are easy to guess. Choose another password.' },
    ],
    [
      'made from the mobile number',
      { password: '0 98765-43210' },
      { password: 'Your mobile number is easy to guess. Choose another password.' },
    ],
    [
      'made from the name, also with an invalid mobile number',
      { password: 'meera.iyer1990', phoneNumber: '12345' },
      { password: expect.any(String), phoneNumber: expect.any(String) },
    ],
  ])('reports a password that is %s', async (_, change, fields) => {
    expect((await register(server, change)).json['fields']).toEqual(fields)
  })

  test.each([EMAIL, ' Meera.Iyer@EXAMPLE.in '])(
    'reports that a verified account has the e-mail address, even if it is entered as "%s"',
    async (email) => {
      await registerAndVerify()
      const before = await listUsers()
      const answer = await register(server, { email, fullName: 'Somebody Else' })
      const sentence = 'There is an account with this e-mail address already. Sign in instead.'
      expect(answer.status).toBe(409)
      expect(answer.json).toEqual({
        success: false,
        error: sentence,
        code: 'email-taken',
        fields: { email: sentence },
      })
      expect(await listUsers()).toEqual(before)
    },
  )
})

describe('the limit of registrations', () => {
  test('is five tries an hour for one e-mail address from one network address', async () => {
    for (let index = 0; index < 5; index += 1) await register(server, {}, OFFICE)
    const refused = await register(server, {}, OFFICE)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
    expect(refused.headers.get('Retry-After')).toBe('3600')
    expect((await register(server, {}, { from: '10.0.0.2' })).status).toBe(200)
    server.clock.advance(HOUR_MS)
    expect((await register(server, {}, OFFICE)).status).toBe(200)
  })

  test('is twenty tries an hour from one network address, for all e-mail addresses together', async () => {
    for (let index = 0; index < 20; index += 1) {
      // Gives the member this address: a registration of a member's address is refused without the slow password hash,
      // but still counts as a try.
      const email = `person${index}@example.in`
      await server.setAccount(index === 0 ? MEMBER : `person${index - 1}@example.in`, { email })
      expect((await register(server, { email }, OFFICE)).status).toBe(409)
    }
    expect((await register(server, {}, OFFICE)).status).toBe(429)
    expect(await listRegistrations()).toEqual([])
    server.clock.advance(HOUR_MS)
    expect((await register(server, {}, OFFICE)).status).toBe(200)
  })
})
