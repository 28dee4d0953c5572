import { describe, expect, test } from 'vitest'
import { closeEverySession } from '#server/accounts/sessions/session-service.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const DAY_MS = 86_400_000
const MEMBER = 'asha.rao@example.in'

const server = serverForEachTest({ seed: makeMarket() })

const signIn = (body: unknown, token?: string) =>
  call(server, 'POST', '/api/auth/login', { body, token })
const signOut = (token: string) => call(server, 'POST', '/api/auth/logout', { token })
const ask = (token: string) => call(server, 'GET', '/api/events/user', { token })
const isLive = async (token: string) => (await ask(token)).status === 200

/** Opens as many sessions, one a second. Returns their tokens. */
async function openSessions(count: number, email = server.operator.email): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1) {
    server.clock.advance(1000)
    tokens.push(await server.signIn({ email }))
  }
  return tokens
}

describe('signing in', () => {
  test('the right credentials return the user, a token and its expiry', async () => {
    const answer = await signIn(server.operator)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      user: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        fullName: 'Operator',
        email: server.operator.email,
        phoneNumber: null,
        role: 'admin',
        staffRole: 'owner',
        verified: true,
      },
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2025-09-24T06:30:00.000Z',
      idempotencyKeys: true,
      deviceToken: expect.stringMatching(/^[\w-]{43}$/),
      codeSent: null,
      resendAfter: null,
    })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('accepts an e-mail address with capitals and spaces', async () => {
    const email = ' Operator@Marketplace.example '
    expect((await signIn({ ...server.operator, email })).status).toBe(200)
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await signIn({ ...server.operator, password: 'not it' })
    const unknown = await signIn({ email: 'nobody@example.in', password: 'not it' })
    const noPassword = await signIn({ email: MEMBER, password: 'not it' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toBe(
      '{"success":false,"error":"Invalid credentials","code":"invalid-credentials"}',
    )
    expect(unknown).toMatchObject({ status: 401, text: wrong.text })
    expect(noPassword).toMatchObject({ status: 401, text: wrong.text })
  })

  test('a member with a password signs in with the role user', async () => {
    await server.givePassword(MEMBER)
    const answer = await signIn({ email: MEMBER, password: server.password })
    expect(answer.json).toMatchObject({ user: { _id: idOf(1), role: 'user' } })
  })

  test('stores only a hash of the token and an Argon2id hash of the password', async () => {
    const answer = await signIn(server.operator)
    expect(answer.status).toBe(200)
    const sessions = await server.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(sessions)).not.toContain(String(answer.json['token']))
    const hash = await server.db.selectFrom('users').select('password_hash').execute()
    expect(JSON.stringify(hash)).toContain('$argon2id$v=19$m=47104,t=2,p=1$')
  })

  test('logs neither the password nor the token', async () => {
    const answer = await signIn(server.operator)
    await signIn({ ...server.operator, password: 'another secret word' })
    const log = server.logged.join()
    expect(log).toContain('/api/auth/login')
    expect(log).not.toContain(server.operator.password)
    expect(log).not.toContain('another secret word')
    expect(log).not.toContain(String(answer.json['token']))
  })
})

describe('a session', () => {
  test('ends at sign-out, while other sessions continue', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()]
    expect((await signOut(one)).json).toEqual({ success: true })
    expect([await isLive(one), await isLive(other)]).toEqual([false, true])
  })

  test('ends when its device signs in again, while other sessions continue', async () => {
    const [one, other] = [await server.signIn(), await server.signIn()]
    const next = String((await signIn(server.operator, one)).json['token'])
    const live = [await isLive(one), await isLive(next), await isLive(other)]
    expect(live).toEqual([false, true, true])
  })

  test('survives a failed sign-in that sends its token; a sign-in that sends an invalid token succeeds', async () => {
    const token = await server.signIn()
    await signIn({ ...server.operator, password: 'not this one' }, token)
    expect(await isLive(token)).toBe(true)
    expect((await signIn(server.operator, 'x'.repeat(43))).status).toBe(200)
  })

  test.each([
    ['operator', 5, undefined],
    ['user', 10, MEMBER],
  ])('of the %s is one of at most %i; one more sign-in ends the oldest', async (_, most, email) => {
    const [oldest = '', next = ''] = await openSessions(most, email)
    expect([await isLive(oldest), await isLive(next)]).toEqual([true, true])
    const [newest = ''] = await openSessions(1, email)
    expect([await isLive(oldest), await isLive(next)]).toEqual([false, true])
    // After a sign-out, one more sign-in ends no session.
    await signOut(newest)
    await openSessions(1, email)
    expect(await isLive(next)).toBe(true)
  })
})

describe('a session ended by one sign-in too many', () => {
  const PIXEL =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Mobile Safari/537.36'

  test.each([
    ['operator', 5, 'operator@marketplace.example'],
    ['end user', 10, MEMBER],
  ])('reports the new device and the time to the %s for 30 days', async (_, most, email) => {
    const [replaced = ''] = await openSessions(most, email)
    await server.signIn({ email, userAgent: PIXEL })
    const data = { replacedAt: server.clock.now().toISOString(), device: 'Chrome on Android' }
    expect(await ask(replaced)).toMatchObject({
      status: 401,
      json: { success: false, code: 'session-replaced', data },
    })
    server.clock.advance(30 * DAY_MS - 1)
    expect((await ask(replaced)).json['code']).toBe('session-replaced')
    server.clock.advance(1)
    expect((await ask(replaced)).json).toEqual((await ask('x'.repeat(43))).json)
  })

  test('is the only session whose 401 has a reason; any other token gets a plain 401', async () => {
    const newest = (await openSessions(6)).at(-1) ?? ''
    const last = String((await signIn(server.operator, newest)).json['token'])
    await signOut(last)
    const expired = await server.signIn()
    server.clock.advance(7 * DAY_MS)
    const closed = await server.signIn()
    // Ends all sessions, as restoring a backup does.
    await closeEverySession(server.db, server.clock.now())
    for (const token of ['x'.repeat(43), newest, last, expired, closed])
      expect((await ask(token)).json).toEqual({
        success: false,
        error: 'Sign in to go on.',
        code: 'unauthenticated',
      })
  })
})
