import { afterEach, expect, test } from 'vitest'
import { hashToken } from '#server/accounts/sessions/random-token.ts'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import { scopesOf } from '#server/platform/limits/network-site.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { insertAttempts } from '#tests/server/platform/limits/counted-attempts.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'

const QUARTER_MS = 900_000
const DAY_MS = 96 * QUARTER_MS
const FROM = '2001:db8:7:1::1'
const NETWORK = '2001:db8:7:1::/64'

const server = await startServerForFile({ seed: makeMarket() })
const { email } = server.operator
const hash = (...parts: string[]) => keyedHash(server.appSecret, parts)
const account = hash('sign-in', 'account', email)
const pair = hash('sign-in', 'pair', email, NETWORK)
const { address, site } = scopesOf(server.appSecret, NETWORK)

afterEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})

function signIn(from = FROM, deviceToken?: string) {
  const body = {
    email,
    password: 'a wrong password of a guess',
    ...(deviceToken && { deviceToken }),
  }
  return call(server, 'POST', '/api/auth/login', { body, from })
}

/** Ages that spare the shorter of two windows. */
const OLD_MS = 5 * QUARTER_MS

test.each([
  ['thirty of an account in an hour', 'sign-in-total', { subject: account }, 30, 0, 4 * QUARTER_MS],
  [
    'a hundred of an account in a day',
    'sign-in-total',
    { subject: account },
    100,
    OLD_MS,
    DAY_MS - OLD_MS,
  ],
  ['ten of an account on one network in a row', 'sign-in', { subject: pair }, 10, 0, QUARTER_MS],
  ['twenty of a network in 15 minutes', 'sign-in', { address }, 20, 0, QUARTER_MS],
  ['a hundred of a network in a day', 'sign-in', { address }, 100, OLD_MS, DAY_MS - OLD_MS],
  ['a hundred of an IPv6 /48 in 15 minutes', 'sign-in', { site }, 100, 0, QUARTER_MS],
  ['five hundred of an IPv6 /48 in a day', 'sign-in', { site }, 500, OLD_MS, DAY_MS - OLD_MS],
] as const)(
  'after %s, the next failed sign-in has to wait',
  async (_, kind, by, most, agoMs, waitMs) => {
    await insertAttempts(server, kind, most, by, agoMs)
    const refused = await signIn()
    expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
    expect(refused.headers.get('Retry-After')).toBe(String(waitMs / 1000))
    await server.db.deleteFrom('attempts').execute()
    const free = kind === 'sign-in' && 'subject' in by ? 4 : most - 1 // from the fifth in a row on, there is a delay
    await insertAttempts(server, kind, free, by, agoMs)
    expect((await signIn()).status).toBe(401)
  },
)

test('each failed sign-in counts for the account, its network and its site, and a refused one does not count again', async () => {
  await signIn()
  const rows = await server.db.selectFrom('attempts').selectAll().orderBy('kind').execute()
  expect(rows).toMatchObject([
    { kind: 'sign-in', subject: pair, address, site },
    { kind: 'sign-in-total', subject: account },
  ])
})

test('a known device has its own allowance, which the locks of its account and network do not touch', async () => {
  const good = { email, password: server.operator.password }
  const { json } = await call(server, 'POST', '/api/auth/login', { body: good, from: FROM })
  const deviceToken = String(json['deviceToken'])
  await server.db.deleteFrom('attempts').execute()
  for (const [kind, by] of [
    ['sign-in-total', { subject: account }],
    ['sign-in', { subject: pair }],
    ['sign-in', { address }],
    ['sign-in', { site }],
  ] as const)
    await insertAttempts(server, kind, 500, by)
  expect((await signIn()).status).toBe(429)
  expect((await signIn(FROM, deviceToken)).status).toBe(401)
  const device = hash('sign-in', 'device', hashToken(deviceToken))
  await insertAttempts(server, 'sign-in-total', 30, { subject: device })
  expect((await signIn(FROM, deviceToken)).status).toBe(429)
})
