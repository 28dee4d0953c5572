import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { register, wrongCode } from './end-user-calls.ts'

// Staff and end users manage their own sign-in: devices, password, e-mail address, confirmation.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
const MEMBER = 'asha.rao@example.in'
const VIEWER = 'viewer@team.example'
const BOSS = 'boss@team.example'
const NEW_PASSWORD = 'nine purple elephants'
const SENTENCE = expect.stringMatching(/^[A-Z].+\.$/)

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(1), makeListing(2)], loans: [makeLoan(1)] }),
  mail: 'inbox',
  settings: { adminEmail: BOSS },
})
beforeEach(() => server.givePassword(MEMBER))

const ask = (method: string, path: string, token: string, body?: object) =>
  call(server, method, `/api${path}`, { token, ...(body && { body }) })
const post = (path: string, token: string, body: object) => ask('POST', `/auth${path}`, token, body)
const statusOf = async (token: string) => (await ask('GET', '/auth/sessions', token)).status

/** Signs in as the operator, through the API and with the password. */
async function enter(change: Record<string, unknown> = {}, from = '203.0.113.77', agent = ANDROID) {
  const body = { ...server.operator, ...change }
  const headers = { 'User-Agent': agent }
  const { status, json } = await call(server, 'POST', '/api/auth/login', { body, from, headers })
  expect(status).toBe(200)
  return { token: String(json['token']), deviceToken: String(json['deviceToken']) }
}

async function newestMail() {
  const mail = (await server.listMails()).at(-1)
  if (!mail) throw new Error('no mail arrived')
  return mail
}

interface Listed {
  _id: string
  device: string
  isCurrent: boolean
}

async function listSessions(token: string): Promise<Listed[]> {
  await server.settle()
  return (await ask('GET', '/auth/sessions', token)).json['data'] as unknown as Listed[]
}

describe('sessions', () => {
  test('are listed with device, shortened network and last call, and without their tokens', async () => {
    const { token } = await enter()
    server.clock.advance(MINUTE_MS)
    await enter({}, '2001:db8:1:2::5', FIREFOX)
    const { text, json } = await ask('GET', '/auth/sessions', token)
    expect(json['data']).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        device: 'Firefox on Linux',
        network: '2001:db8:1::/48',
        signedInAt: '2025-09-17T06:31:00.000Z',
        lastSeenAt: '2025-09-17T06:31:00.000Z',
        isCurrent: false,
      },
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        device: 'Chrome on Android',
        network: '203.0.113.0/24',
        signedInAt: '2025-09-17T06:30:00.000Z',
        lastSeenAt: '2025-09-17T06:30:00.000Z',
        isCurrent: true,
      },
    ])
    const rows = await server.db.selectFrom('sessions').select('token_hash').execute()
    for (const { token_hash } of rows) expect(text).not.toContain(token_hash.slice(0, 24))
  })

  test('store the time of their last call at most once a minute', async () => {
    const { token } = await enter()
    const seen: unknown[] = []
    for (const ms of [0, MINUTE_MS / 2, MINUTE_MS / 2]) {
      server.clock.advance(ms)
      await ask('GET', '/admin/me', token)
      seen.push((await listSessions(token))[0])
    }
    expect(seen).toMatchObject([
      { lastSeenAt: '2025-09-17T06:30:00.000Z' },
      { lastSeenAt: '2025-09-17T06:30:00.000Z' },
      { lastSeenAt: '2025-09-17T06:31:00.000Z' },
    ])
  })

  test.each([
    ['staff', undefined],
    ['an end user', MEMBER],
  ])('of %s can be ended one by one, or all except the current one together', async (_, email) => {
    const open = () => server.signIn(email ? { email } : {})
    const [token, second, third] = [await open(), await open(), await open()]
    const other = (await listSessions(token)).filter(({ isCurrent }) => !isCurrent)
    expect((await ask('DELETE', `/auth/sessions/${other[0]?._id}`, token)).status).toBe(200)
    const left = [await statusOf(second), await statusOf(third)].sort()
    expect(left).toEqual([200, 401])
    expect((await ask('DELETE', '/auth/sessions', token)).status).toBe(200)
    for (const ended of [second, third]) expect(await statusOf(ended)).toBe(401)
    expect(await statusOf(token)).toBe(200)
    expect(await server.listAudit('session-end')).toHaveLength(2)
  })

  test('of other people cannot be ended: the attempt gets a 404', async () => {
    const token = await server.signIn()
    const theirs = await server.signIn({ email: MEMBER })
    const [session] = await listSessions(theirs)
    expect((await ask('DELETE', `/auth/sessions/${session?._id}`, token)).status).toBe(404)
    expect(await statusOf(theirs)).toBe(200)
  })
})

describe('a confirmation of identity', () => {
  test.each<[string, string, string, object?]>([
    ['revealing a PAN', 'POST', `/admin/loan/${idOf(1)}/pan`],
    ['changing a role', 'PATCH', '/admin/staff/:viewer/role', { role: 'support' }],
    ['a suspension', 'PATCH', '/admin/staff/:viewer/suspension', { isSuspended: true }],
    ["removing another person's second factor", 'DELETE', '/admin/staff/:viewer/second-factor'],
    ['signing devices out', 'DELETE', '/auth/sessions'],
  ])('is needed for %s when the sign-in was ten minutes ago', async (_, method, pattern, body) => {
    await server.signInAs('viewer')
    const path = pattern.replace(':viewer', await server.findAccountId('viewer@team.example'))
    const token = await server.signIn()
    server.clock.advance(10 * MINUTE_MS - 1)
    expect((await ask(method, path, token, body)).status).toBe(200)
    server.clock.advance(1)
    const refused = await ask(method, path, token, body)
    expect(refused).toMatchObject({ status: 403, json: { code: 'confirm-identity' } })
    const { password } = server.operator
    expect((await post('/confirm', token, { password })).json).toEqual({ success: true })
    expect((await ask(method, path, token, body)).status).toBe(200)
  })

  test('with a wrong password counts as a failed sign-in', async () => {
    const token = await server.signIn()
    const guess = () => post('/confirm', token, { password: 'a guess' })
    expect(await guess()).toMatchObject({
      status: 400,
      json: { code: 'wrong-password', fields: { password: SENTENCE } },
    })
    let waitS = 0
    for (let tries = 0; tries < 25 && waitS < 900; tries += 1) {
      server.clock.advance(waitS * 1000)
      waitS = Number((await guess()).headers.get('Retry-After') ?? 0)
    }
    expect(waitS).toBe(900)
    expect(await server.listAudit('lock-out')).toHaveLength(1)
    // The lock also applies to sign-ins, so that guessing cannot continue there.
    const body = server.operator
    expect((await call(server, 'POST', '/api/auth/login', { body })).status).toBe(429)
  })
})

describe('an idle session of staff', () => {
  const decide = (token: string) =>
    ask('PATCH', `/admin/properties/${idOf(1)}/status`, token, { status: 'approved' })

  test('can read nothing, can still send decisions, and is active again after a confirmation', async () => {
    const token = await server.signIn()
    await ask('GET', '/admin/me', token)
    await server.settle()
    server.clock.advance(12 * HOUR_MS - 1)
    expect((await ask('GET', '/admin/me', token)).status).toBe(200)
    await server.settle()
    server.clock.advance(12 * HOUR_MS)
    const refusal = { status: 403, json: { code: 'reauthenticate' } }
    expect(await ask('GET', '/admin/properties', token)).toMatchObject(refusal)
    expect((await decide(token)).status).toBe(200)
    expect((await ask('DELETE', `/admin/property/${idOf(2)}`, token)).status).toBe(200)
    await server.settle()
    // Neither the refused read nor the sent decisions made the session active again.
    for (const path of ['/admin/properties', '/admin/me', '/auth/sessions'])
      expect(await ask('GET', path, token)).toMatchObject(refusal)
    await post('/confirm', token, { password: server.operator.password })
    expect((await ask('GET', '/admin/properties', token)).status).toBe(200)
  })

  test.each([
    ['if STAFF_IDLE_HOURS is 0', 0, undefined],
    ['for an end user', 12, MEMBER],
  ])('does not exist %s', async (_, staffIdleHours, email) => {
    const quiet = await startServerForTest({ seed: makeMarket(), settings: { staffIdleHours } })
    const token = await quiet.signIn(email ? { email } : {})
    quiet.clock.advance(100 * HOUR_MS)
    expect((await call(quiet, 'GET', '/api/auth/sessions', { token })).status).toBe(200)
  })
})

describe('a new password', () => {
  test('ends all other sessions, forgets all other known devices, and is announced by mail', async () => {
    const { token, deviceToken } = await enter()
    const other = await server.signIn()
    const change = { password: server.operator.password, newPassword: NEW_PASSWORD, deviceToken }
    const { status, json } = await post('/password', token, change)
    expect(status).toBe(200)
    expect(json).toEqual({ success: true, deviceToken: expect.stringMatching(/^[\w-]{43}$/) })
    expect([await statusOf(token), await statusOf(other)]).toEqual([200, 401])
    expect(await server.db.selectFrom('known_devices').selectAll().execute()).toHaveLength(1)
    const body = server.operator
    expect((await call(server, 'POST', '/api/auth/login', { body })).status).toBe(401)
    await enter({ password: NEW_PASSWORD, deviceToken: json['deviceToken'] })
    expect(await server.listMails()).toMatchObject([
      { to: [server.operator.email], headers: { subject: 'Your password was changed' } },
    ])
    expect(await server.listAudit('password')).toHaveLength(1)
  })

  test.each([
    ['the current password is wrong', { password: 'not it' }, 'wrong-password', 'password'],
    ['it is short for staff', { newPassword: 'fourteen chars' }, 'invalid-input', 'newPassword'],
    ['it is a common one', { newPassword: 'property-market-2026' }, 'invalid-input', 'newPassword'],
    ['it is empty', { newPassword: '' }, 'invalid-input', 'newPassword'],
  ])('is refused when %s, and then nobody is signed out', async (_, wrong, code, field) => {
    const [token, other] = [await server.signIn(), await server.signIn()]
    const change = { password: server.operator.password, newPassword: NEW_PASSWORD, ...wrong }
    expect(await post('/password', token, change)).toMatchObject({
      status: 400,
      json: { code, fields: { [field]: SENTENCE } },
    })
    expect(await statusOf(other)).toBe(200)
    await enter()
  })
})

describe('a new e-mail address', () => {
  const request = (token: string, change: Record<string, unknown> = {}) =>
    post('/email', token, { password: server.password, email: 'asha@example.in', ...change })
  const verify = (token: string, otp: string) => post('/email/verify', token, { otp })
  const revision = async () =>
    (await server.db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()).value
  const addresses = async () =>
    (await server.db.selectFrom('users').select('email').execute()).map(({ email }) => email)

  test('takes effect when its code is entered; the old address gets a notice, and searches find the new address', async () => {
    const token = await server.signIn({ email: MEMBER })
    await register(server, { email: 'asha@example.in' })
    const before = await revision()
    expect((await request(token)).json).toMatchObject({ success: true, codeSent: true })
    const { to, code } = await newestMail()
    expect(to).toEqual(['asha@example.in'])
    expect(await addresses()).not.toContain('asha@example.in')
    const refused = await verify(token, wrongCode(code))
    expect(refused).toMatchObject({ status: 400, json: { code: 'wrong-code' } })
    const verified = await verify(token, code)
    expect(verified.json).toEqual({ success: true, email: 'asha@example.in' })
    expect(await newestMail()).toMatchObject({
      to: [MEMBER],
      text: expect.stringContaining('a***@example.in'),
    })
    const words = await server.db.selectFrom('member_words').select('text').execute()
    expect(JSON.stringify(words)).toContain('asha@example.in')
    expect(await revision()).toBeGreaterThan(before)
    // Pending registrations of the new address are deleted, because two people must not share it.
    expect(await server.db.selectFrom('registrations').selectAll().execute()).toEqual([])
    expect((await verify(token, code)).json['code']).toBe('old-code')
    await enter({ email: 'asha@example.in', password: server.password })
  })

  test.each([
    ['the password is wrong', MEMBER, { password: 'not it' }, 400, 'wrong-password'],
    ['an account of the same role has it', VIEWER, { email: BOSS }, 409, 'email-taken'],
    ['it is the current address', MEMBER, { email: MEMBER }, 400, 'invalid-input'],
    ['ADMIN_EMAIL sets the current address', BOSS, {}, 409, 'set-elsewhere'],
  ])('is refused when %s', async (_, email, wrong, status, code) => {
    await server.signInAs('viewer')
    await server.setAccount(server.operator.email, { email: BOSS })
    const before = await addresses()
    const answer = await request(await server.signIn({ email }), wrong)
    expect(answer).toMatchObject({ status, json: { code, error: SENTENCE } })
    expect(await server.listMails()).toEqual([])
    expect(await addresses()).toEqual(before)
  })

  test.each([
    ['five minutes after its code was sent', 'old-code', () => server.clock.advance(5 * MINUTE_MS)],
    [
      'after somebody else took the address',
      'email-taken',
      () => server.setAccount(VIEWER, { email: 'asha@example.in', role: 'user' }),
    ],
  ])('is refused %s', async (_, code, happen) => {
    await server.signInAs('viewer')
    const token = await server.signIn({ email: MEMBER })
    await request(token)
    await happen()
    expect((await verify(token, (await newestMail()).code)).json['code']).toBe(code)
    expect(await addresses()).toContain(MEMBER)
  })
})

test("a sign-in from a new device is announced by mail; an account's first sign-in and one from a known device are not", async () => {
  const { deviceToken } = await enter()
  await enter({ deviceToken })
  expect(await server.listMails()).toEqual([])
  await enter({}, '198.51.100.20', FIREFOX)
  const { to, headers, text } = await newestMail()
  expect(to).toEqual([server.operator.email])
  expect(headers).toMatchObject({ subject: 'New sign-in to your account' })
  for (const fact of [
    'Device: Firefox on Linux',
    'Time: 17 Sep 25, 12:00 (India)',
    'Network: 198.51.100.0/24',
    `${server.publicUrl}/dashboard?section=account`,
  ])
    expect(text).toContain(fact)
  expect(text).not.toContain('198.51.100.20')
})
