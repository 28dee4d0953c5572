import { describe, expect, test } from 'vitest'
import { LOG_LEVELS } from '#server/platform/config/server-settings.ts'
import { type CallOptions, call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket } from '#tests/server/market-data.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'

/** Values that identify a user or give access. */
const PERSONAL = {
  name: 'Asha Rao',
  email: 'asha.rao@example.in',
  phone: '98765 43210',
  pan: 'ABCPV1234K',
  newName: 'Meera Pillai',
  newEmail: 'meera.pillai@example.in',
  newPhone: '9812345678',
  newPassword: 'a password of Meera, long',
  wrongPassword: 'not the right password',
  typo: 'who typed her@address.in here',
  browser: 'Mozilla/5.0 (Linux; Android 14; Phone-of-Meera) Chrome/140.0',
  cameFrom: 'https://mail.example.in/inbox-of-meera',
  cookie: 'session-of=meera',
  key: 'key-of-meera-000001',
}

/** The headers that clients send. */
const HEADERS = {
  'User-Agent': PERSONAL.browser,
  Referer: PERSONAL.cameFrom,
  Cookie: PERSONAL.cookie,
  'Accept-Language': PERSONAL.newName,
  'Idempotency-Key': PERSONAL.key,
}

/** Many calls, valid and invalid, with personal data wherever a client can put it. */
async function driveCalls(server: TestServer, token: string): Promise<void> {
  const { email, pan } = PERSONAL
  const registration = {
    fullName: PERSONAL.newName,
    email: PERSONAL.newEmail,
    phoneNumber: PERSONAL.newPhone,
    password: PERSONAL.newPassword,
    isAdult: true,
  }
  const calls: [method: string, path: string, options: CallOptions][] = [
    ['GET', '/api/admin/users', { token }],
    ['GET', `/api/admin/users?q=${encodeURIComponent(email)}`, { token }],
    ['GET', '/api/admin/loan', { token }],
    ['GET', '/api/admin/properties', { token }],
    ['GET', '/api/admin/dashboard-stats', { token }],
    ['POST', `/api/admin/loan/${idOf(10)}/pan`, { token }],
    ['GET', `/api/admin/loan/${pan}/history`, { token }],
    ['GET', `/api/admin/users/${email}/history`, { token }],
    ['GET', `/media/${email}.jpg`, {}],
    ['GET', `/${email}`, {}],
    ['GET', `/api/${pan}`, {}],
    ['PATCH', `/api/admin/properties/${idOf(2)}/status`, { token, body: PERSONAL }],
    ['POST', '/api/auth/login', { body: { email, password: PERSONAL.wrongPassword } }],
    ['POST', '/api/auth/login', { body: PERSONAL.typo }],
    ['POST', '/api/auth/verify-otp', { body: { email, otp: '135791' } }],
    ['POST', '/api/auth/resend-otp', { body: { email } }],
    ['POST', '/api/auth/register', { body: registration }],
    [
      'POST',
      '/api/events/create',
      { token, body: { title: PERSONAL.newName, note: PERSONAL.phone } },
    ],
  ]
  for (const [method, path, options] of calls)
    await call(server, method, path, { ...options, headers: HEADERS })
  await server.settle()
}

/** Removes times and ids from a line of the log, because their digits could equal a secret by chance. */
function withoutStamps(line: string): string {
  const { time: _time, pid: _pid, requestId: _requestId, ms: _ms, ...said } = JSON.parse(line)
  return JSON.stringify(said)
}

describe('the log', () => {
  test('has no personal data even at its most verbose level', async () => {
    const server = await startServerForTest({
      seed: makeMarket({ loans: [makeLoan(10)], listings: [makeListing(2)] }),
      mail: 'inbox',
      logLevel: 'trace',
    })
    const token = await server.signIn()
    await driveCalls(server, token)
    await server.db.schema.alterTable('loans').dropColumn('pan_sealed').execute()
    const reveal = `/api/admin/loan/${idOf(10)}/pan`
    expect((await call(server, 'POST', reveal, { token })).status).toBe(500)
    const log = server.logged.map(withoutStamps).join('')
    expect(server.logged.length).toBeGreaterThan(20)
    const { text: mail } = server.getInbox().mails[0] ?? { text: '' }
    const code = /\d{6}/.exec(mail)?.[0] ?? 'no code'
    const parts = ['135791', 'asha', 'Meera', 'meera', 'Chrome', '98765', '98123']
    for (const secret of [...Object.values(PERSONAL), token, code, ...parts])
      expect(log).not.toContain(secret)
  })

  test('has a line for each request with its route and the id sent to the client', async () => {
    const server = await startServerForTest({ seed: makeMarket({ listings: [makeListing(2)] }) })
    const token = await server.signIn()
    const body = { status: 'approved' }
    const headers = { 'X-Request-Id': 'a-word-of-the-client' }
    const path = `/api/admin/properties/${idOf(2)}/status`
    const answer = await call(server, 'PATCH', path, { token, body, headers })
    const requestId = answer.headers.get('X-Request-Id') ?? ''
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    const route = '/api/admin/properties/:id/status'
    expect(server.logged.map((line) => JSON.parse(line))).toMatchObject([
      { requestId, method: 'PATCH', route, status: 200, ms: 0, msg: 'request' },
    ])
    const again = await call(server, 'PATCH', path, { token, body })
    expect(again.headers.get('X-Request-Id')).not.toBe(requestId)
  })

  test.each(LOG_LEVELS)('at level %s has no lines below that level', async (logLevel) => {
    const server = await startServerForTest({ seed: makeMarket(), logLevel })
    await call(server, 'GET', '/api/healthz')
    expect(server.logged).toHaveLength(['trace', 'debug', 'info'].includes(logLevel) ? 1 : 0)
  })
})
