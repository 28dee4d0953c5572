import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { EMAIL, REGISTRATION, register, verify, wrongCode } from './end-user-calls.ts'

// Sign-ins and refusals are logged: who, from which network, and why; without what was entered.

const FROM = '203.0.113.5'
const server = serverForEachTest({ seed: makeMarket() })

interface Line {
  level: number
  msg: string
  address?: string
  userId?: string
  reason?: string
}

/** The lines that an action adds, without those of each request. */
async function listNewLines(act: () => Promise<unknown>): Promise<Line[]> {
  const before = server.logged.length
  await act()
  await server.settle()
  const lines: Line[] = server.logged.slice(before).map((line) => JSON.parse(line))
  return lines.filter(({ msg }) => msg !== 'request')
}

const WARN = 40
const INFO = 30
const login = (body: object) => call(server, 'POST', '/api/auth/login', { body, from: FROM })

test('a successful sign-in is logged with the account, and is in the audit log with its device', async () => {
  const lines = await listNewLines(() => login(server.operator))
  const userId = await server.findAccountId()
  expect(lines).toMatchObject([{ level: INFO, userId, msg: 'an account was signed in' }])
  expect(await server.listAudit('sign-in')).toMatchObject([{ actor_id: userId, entity_id: userId }])
})

test.each([
  ['a wrong password', { password: 'a wrong password of a guess' }],
  ['an unknown address', { email: 'nobody@example.in' }],
])(
  'a sign-in with %s is logged as a warning with the network, and without what was entered',
  async (_, change) => {
    const lines = await listNewLines(() => login({ ...server.operator, ...change }))
    expect(lines).toMatchObject([{ level: WARN, address: FROM, msg: 'a sign-in failed' }])
    for (const secret of [server.operator.email, 'nobody@', 'guess'])
      expect(JSON.stringify(lines)).not.toContain(secret)
  },
)

test('a registration and each refused code are logged with the network and the reason', async () => {
  const registered = await listNewLines(() => register(server, {}, { from: FROM }))
  expect(registered.filter(({ level }) => level === INFO)).toMatchObject([
    {
      address: FROM,
      msg: 'an account was registered',
      userId: expect.stringMatching(/^[0-9a-f]{24}$/),
    },
  ])
  const code = server.getLoggedCode()
  const refused = await listNewLines(() => verify(server, wrongCode(code), EMAIL, { from: FROM }))
  const msg = 'a one-time code was refused'
  expect(refused).toMatchObject([{ level: WARN, address: FROM, reason: 'wrong-code', msg }])
  server.clock.advance(3_600_000)
  const late = await listNewLines(() => verify(server, code, EMAIL, { from: FROM }))
  expect(late).toMatchObject([{ level: WARN, address: FROM, reason: 'old-code', msg }])
  expect(JSON.stringify([refused, late])).not.toContain(REGISTRATION.email)
})

test('a failed confirmation is logged with the network', async () => {
  const token = await server.signIn()
  const body = { password: 'a wrong password of a guess' }
  const lines = await listNewLines(() =>
    call(server, 'POST', '/api/auth/confirm', { token, body, from: FROM }),
  )
  expect(lines).toMatchObject([{ level: WARN, address: FROM, msg: 'a confirmation failed' }])
})

test('a refused code for a new address is logged with the network and the reason', async () => {
  const token = await server.signIn()
  const body = { password: server.operator.password, email: 'new@marketplace.example' }
  await call(server, 'POST', '/api/auth/email', { token, body })
  const otp = wrongCode(server.getLoggedCode())
  const lines = await listNewLines(() =>
    call(server, 'POST', '/api/auth/email/verify', { token, body: { otp }, from: FROM }),
  )
  const msg = 'a code for a new address was refused'
  expect(lines).toMatchObject([{ level: WARN, address: FROM, reason: 'wrong', msg }])
})

test('every line of a request has its status, so that other refusals are found too', async () => {
  const before = server.logged.length
  await call(server, 'GET', '/api/admin/users')
  await call(server, 'POST', '/api/auth/login', { body: 'no JSON' })
  const lines = server.logged.slice(before).map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { msg: 'request', status: 401, route: '/api/admin/users' },
    { msg: 'request', status: 400, route: '/api/auth/login' },
  ])
})
