import { describe, expect, test } from 'vitest'
import { suspendStaff } from '#server/accounts/team/staff-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { paths } from '#src/config/paths.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { PUBLIC_URL } from '#tests/support/server/server-fixture.ts'
import {
  serverForEachTest,
  startServerBeside,
  startServerForTest,
} from '#tests/support/server/server-for-test.ts'
import {
  findMailedLink,
  forgot,
  HOUR_MS,
  login,
  PASSWORD,
  post,
  reset,
  tokenOf,
} from './link-steps.ts'

const ASHA = 'asha.rao@example.in'
const REVIEWER = 'reviewer@team.example'
const MINUTE_MS = 60_000

const server = serverForEachTest({ seed: makeMarket(), mail: 'inbox' })

async function askFor(email: string): Promise<string> {
  expect(await forgot(server, email)).toMatchObject({ status: 200, json: { linkSent: true } })
  return findMailedLink(server)
}

test.each([
  ['a member', ASHA, 'user'],
  ['a reviewer', REVIEWER, 'admin'],
  ['the operator', 'operator@marketplace.example', 'admin'],
])('%s gets a link, sets a password and is signed out everywhere', async (_, email, role) => {
  await server.signInAs('reviewer')
  const token = await server.signIn({ email })
  const readSessions = async () =>
    (await call(server, 'GET', '/api/auth/sessions', { token })).status
  const link = await askFor(email.toUpperCase())
  expect(link).toMatch(new RegExp(`^${PUBLIC_URL}${paths.reset}#[\\w-]{43}$`))
  const body = { kind: 'reset', token: tokenOf(link) }
  expect((await post(server, 'read-link', body)).json['data']).toEqual({
    email,
    accountRole: role,
    role: null,
    invitedBy: null,
    minPasswordChars: role === 'user' ? 8 : 15,
  })
  expect(await readSessions()).toBe(200)

  expect((await reset(server, link)).json).toEqual({ success: true, role })
  expect(await readSessions()).toBe(401)
  expect((await login(server, email)).status).toBe(200)
  const to = [email]
  expect(await server.listMails()).toMatchObject([
    { to, headers: { subject: 'Choose a new password' }, link },
    {
      to,
      headers: { subject: 'Your password was changed' },
      text: expect.stringContaining(`${PUBLIC_URL}${paths.forgot}\n`),
      link: '',
    },
  ])
  const log = await server.listAudit()
  const id = await server.findAccountId(email)
  const values = { from_value: null, to_value: null }
  expect(log[0]).toMatchObject({ action: 'password-reset', actor_id: id, entity_id: id, ...values })
  expect(JSON.stringify(log) + server.logged.join()).not.toContain(tokenOf(link))
})

test('a new password forgets known devices and resets the count of failed sign-ins', async () => {
  const wrong = () => login(server, ASHA, 'not this one')
  for (let tries = 0; tries < 11; tries += 1) {
    await wrong()
    server.clock.advance(tries < 9 ? MINUTE_MS : 0)
  }
  const device = { token_hash: 'a'.repeat(64), expires_at: '2026-01-01T00:00:00.000Z' }
  const user_id = await server.findAccountId(ASHA)
  await server.db
    .insertInto('known_devices')
    .values({ ...device, user_id })
    .execute()
  expect((await wrong()).status).toBe(429)
  await reset(server, await askFor(ASHA))
  expect(await server.db.selectFrom('known_devices').selectAll().execute()).toEqual([])
  expect((await login(server, ASHA)).status).toBe(200)
})

test('of two submissions of one link at the same time, one sets the password', async () => {
  const link = await askFor(ASHA)
  const beside = await startServerBeside(server)
  const other = 'nine green umbrellas'
  const both = await Promise.all([reset(server, link), reset(beside, link, other)])
  const statuses = both.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 410])
  const signIns = [await login(server, ASHA), await login(server, ASHA, other)]
  expect(signIns.map(({ status }) => status)).toEqual(
    statuses.map((status) => (status === 200 ? 200 : 401)),
  )
})

test.each<[string, (link: string) => unknown, string, string]>([
  [
    '30 minutes later',
    () => server.clock.advance(30 * MINUTE_MS),
    'link-expired',
    'This link has expired. Ask for a new one.',
  ],
  [
    'after it was used',
    (link) => reset(server, link),
    'link-used',
    'This link was used already. Ask for a new one.',
  ],
  [
    'after a second request',
    () => askFor(ASHA),
    'link-ended',
    'A newer link was sent. Open the newest one.',
  ],
  [
    'after the address changed',
    () => server.setAccount(ASHA, { email: 'new@example.in' }),
    'link-ended',
    'This link is no longer valid. Ask for a new one.',
  ],
])('a link is refused %s, and changes nothing', async (_, happens, code, error) => {
  const link = await askFor(ASHA)
  await happens(link)
  const before = await server.db.selectFrom('users').selectAll().execute()
  const refused = await reset(server, link, 'nine green umbrellas')
  expect(refused).toMatchObject({ status: 410, json: { code, error } })
  expect(await server.db.selectFrom('users').selectAll().execute()).toEqual(before)
})

test('a weak password is refused and leaves the link usable', async () => {
  const link = await askFor(server.operator.email)
  for (const [password, says] of [
    ['password123', /first that anyone would try/],
    ['operator@marketplace.example', /easy to guess/],
    [PASSWORD.slice(0, 14), /at least 15 characters/],
  ] as const)
    expect(await reset(server, link, password)).toMatchObject({
      status: 400,
      json: { fields: { password: expect.stringMatching(says) } },
    })
  expect((await reset(server, link)).status).toBe(200)
})

test('a suspended person gets no mail, and an earlier link no longer works', async () => {
  await server.signInAs('reviewer')
  const link = await askFor(REVIEWER)
  const by = { actorId: null, deviceLabel: 'A test', now: server.clock.now() }
  const deps = { write: server.write, parts: PERSONAL_PARTS }
  await suspendStaff(deps, await server.findAccountId(REVIEWER), by)
  expect((await reset(server, link)).json).toMatchObject({ code: 'link-ended' })
  await askFor(REVIEWER)
  expect(await server.listMails()).toHaveLength(1)
})

describe('requests of a password reset are limited', () => {
  test.each([
    ['for an account', ASHA],
    ['for an address that nobody has', 'nobody@example.in'],
  ])('%s to three an hour', async (_, email) => {
    for (let count = 0; count < 3; count += 1)
      expect((await forgot(server, email, `198.51.100.${count}`)).status).toBe(200)
    expect(await forgot(server, email, '198.51.100.9')).toMatchObject({
      status: 429,
      json: { error: 'Too many links were asked for. Try again in 60 minutes.' },
    })
    server.clock.advance(HOUR_MS)
    expect((await forgot(server, email)).status).toBe(200)
  })

  test('from one network to twenty an hour', { tags: ['long'] }, async () => {
    for (let count = 0; count < 20; count += 1)
      expect((await forgot(server, `p${count}@example.in`, '198.51.100.1')).status).toBe(200)
    expect((await forgot(server, ASHA, '198.51.100.1')).status).toBe(429)
    expect((await forgot(server, ASHA, '198.51.100.2')).status).toBe(200)
  })
})

test('if the mail server is down, the answer reports this for any e-mail address', async () => {
  await server.getInbox().stop()
  for (const email of [ASHA, 'nobody@example.in'])
    expect((await forgot(server, email)).json).toEqual({ success: true, linkSent: false })
  expect(await server.listMails()).toEqual([])
})

test('without a mail server, a request is refused and creates no link', async () => {
  const silent = await startServerForTest({ seed: makeMarket() })
  expect(await forgot(silent, ASHA)).toMatchObject({ status: 409, json: { code: 'no-mail' } })
  expect(await silent.db.selectFrom('links').selectAll().execute()).toEqual([])
})
