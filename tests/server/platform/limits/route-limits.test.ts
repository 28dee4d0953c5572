import { afterEach, describe, expect, test } from 'vitest'
import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import { LIMITS } from '#server/platform/limits/limit-table.ts'
import { scopesOf } from '#server/platform/limits/network-site.ts'
import {
  COUNTED_BY_SERVICES,
  COUNTED_CALLS,
  COUNTED_IN_MEMORY,
  COUNTED_WITH_EFFECT,
} from '#server/platform/limits/route-limits.ts'
import { REGISTRATION, register } from '#tests/server/accounts/sign-in/end-user-calls.ts'
import { ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import { call } from '#tests/server/api-call.ts'
import { VISIT } from '#tests/server/events/event-calls.ts'
import { idOf, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'
import { insertAttempts } from './counted-attempts.ts'

const READS = /^(GET|HEAD) /
const FROM = '203.0.113.5'
const NETWORK = '2001:db8:7:1::1'
const SAME_SITE = '2001:db8:7:2::1'

const BINA = makeUser({ id: idOf(2), email: 'bina.shah@example.in' })

const server = await startServerForFile({
  seed: makeMarket({ users: [makeUser(), BINA] }),
  mail: 'inbox',
})
const asha = await server.signIn({ email: 'asha.rao@example.in', preferredRole: 'user' })
const operator = await server.signIn()

afterEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})

test('every changing route has a limit, or a reason why it is counted only in memory', () => {
  const all = [COUNTED_CALLS, COUNTED_WITH_EFFECT, COUNTED_BY_SERVICES, COUNTED_IN_MEMORY]
  const tables = all.flatMap(Object.keys)
  const changing = Object.keys(ROUTE_RULES).filter((route) => !READS.test(route))
  expect(tables.sort()).toEqual(changing.sort())
})

describe.each(Object.entries(COUNTED_CALLS))('%s', (route, kind) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(':id', idOf(99))
  const ask = (token: string, from: string) =>
    call(server, method, path, { token, from, body: '{' })
  const { subject, sentence } = LIMITS[kind]
  const [{ most } = { most: Number.NaN }] = subject

  test('is counted before anything refuses it', async () => {
    await ask(asha, NETWORK)
    const rows = await server.db.selectFrom('attempts').selectAll().execute()
    const person = keyedHash(server.appSecret, ['person', idOf(1)])
    const scopes = scopesOf(server.appSecret, '2001:db8:7:1::/64')
    expect(rows).toMatchObject([{ kind, subject: person, ...scopes }])
  })

  test('is refused to an account that has reached its limit, whatever its network and session', async () => {
    const person = keyedHash(server.appSecret, ['person', idOf(1)])
    await insertAttempts(server, kind, most, { subject: person })
    const again = await server.signIn({ email: 'asha.rao@example.in', preferredRole: 'user' })
    for (const [token, from] of [
      [asha, FROM],
      [again, SAME_SITE],
    ] as const) {
      const refused = await ask(token, from)
      expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
      expect(refused.json['error']).toContain(sentence)
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect((await ask(operator, FROM)).status).not.toBe(429)
  })

  test('does not count strangers without a session', async () => {
    expect((await ask('x'.repeat(43), FROM)).status).toBe(401)
    expect(await server.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })
})

describe.each(Object.entries(COUNTED_WITH_EFFECT))('%s, refused', (route, kind) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(':id', idOf(99))
  const ask = (token = asha) =>
    call(server, method, path, { token, body: '{', headers: { 'Idempotency-Key': 'short' } })
  const count = async () =>
    (await server.db.selectFrom('attempts').select('kind').execute()).map((row) => row.kind)

  test('counts once for each call, and not for strangers', async () => {
    const { status } = await ask()
    expect([400, 412]).toContain(status)
    expect(await count()).toEqual([kind])
    expect((await ask()).status).toBe(status)
    expect(await count()).toEqual([kind, kind])
    expect((await ask('x'.repeat(43))).status).toBe(401)
    expect(await count()).toEqual([kind, kind])
  })

  test('is answered by the limit once it is reached, and that answer does not count', async () => {
    const [{ most } = { most: Number.NaN }] = LIMITS[kind].subject
    const person = keyedHash(server.appSecret, ['person', idOf(1)])
    await insertAttempts(server, kind, most, { subject: person })
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, json: { code: 'too-many' } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await count()).toHaveLength(most)
  })
})

test('a change of the wrong state counts, and a repeat of an accepted change with its key does not', async () => {
  const headers = { 'Idempotency-Key': 'created-only-once' }
  const create = (body: object) =>
    call(server, 'POST', '/api/events/create', { token: asha, body, headers })
  const count = async () => (await server.db.selectFrom('attempts').selectAll().execute()).length
  expect((await create(VISIT)).status).toBe(200)
  expect((await create(VISIT)).headers.get('Idempotency-Replayed')).toBe('true')
  expect(await count()).toBe(1)
  expect((await create({ ...VISIT, title: 'Other' })).status).toBe(422)
  expect(await count()).toBe(2)
  const draft = `/api/account/listings/${idOf(70)}`
  await call(server, 'PUT', draft, { token: asha, body: {} })
  const sold = await call(server, 'POST', `${draft}/sold`, { token: asha })
  expect(sold.json['code']).toBe('wrong-state')
  const kinds = await server.db.selectFrom('attempts').select('kind').execute()
  expect(kinds.filter(({ kind }) => kind === 'posting-step')).toHaveLength(1)
})

test('a repeat of a change that is still being made is refused, and does not count', async () => {
  const headers = { 'Idempotency-Key': 'created-by-two-calls' }
  const create = () =>
    call(server, 'POST', '/api/events/create', { token: asha, body: VISIT, headers })
  const answers = await Promise.all([create(), create()])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(answers[1]?.json['code']).toBe('still-running')
  expect(await server.db.selectFrom('attempts').selectAll().execute()).toHaveLength(1)
})

const SERVICE_CALLS: Record<
  string,
  { kind: keyof typeof LIMITS; ask: (from: string) => ReturnType<typeof call> }
> = {
  'a registration': {
    kind: 'register',
    ask: (from) => register(server, {}, { from }),
  },
  'a forgotten password': {
    kind: 'reset-request',
    ask: (from) =>
      call(server, 'POST', '/api/auth/forgot-password', {
        body: { email: REGISTRATION.email },
        from,
      }),
  },
  'a sign-in': {
    kind: 'session-open',
    ask: (from) => {
      const body = { email: server.operator.email, password: server.operator.password }
      return call(server, 'POST', '/api/auth/login', { body, from })
    },
  },
  'a new event': {
    kind: 'event-create',
    ask: (from) => call(server, 'POST', '/api/events/create', { token: asha, body: VISIT, from }),
  },
  'a change of an event': {
    kind: 'event-change',
    ask: (from) =>
      call(server, 'PUT', `/api/events/${idOf(5)}`, { token: asha, body: VISIT, from }),
  },
  'a draft': {
    kind: 'posting-change',
    ask: (from) =>
      call(server, 'PUT', `/api/account/listings/${idOf(70)}`, { token: asha, body: {}, from }),
  },
  'a submission': {
    kind: 'posting-step',
    ask: (from) =>
      call(server, 'POST', `/api/account/listings/${idOf(71)}/submit`, { token: asha, from }),
  },
  'an upload': {
    kind: 'upload',
    ask: (from) => {
      const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' }
      return call(server, 'POST', '/api/account/uploads', { token: asha, headers, from })
    },
  },
  'an export': {
    kind: 'export',
    ask: (from) => call(server, 'POST', '/api/auth/export', { token: asha, from }),
  },
}

describe.each(Object.entries(SERVICE_CALLS))('%s', (_, { kind, ask }) => {
  const { address, site } = LIMITS[kind]

  test('is refused to a network whose accounts have reached its limit together, and to its IPv4-mapped address', async () => {
    const [{ most } = { most: Number.NaN }] = address
    await insertAttempts(server, kind, most, scopesOf(server.appSecret, FROM))
    expect((await ask(FROM)).status).toBe(429)
    expect((await ask(`::ffff:${FROM}`)).status).toBe(429)
    expect((await ask('203.0.113.6')).status).not.toBe(429)
  })

  test('is refused to every network of an IPv6 /48 that has reached its limit', async () => {
    const [{ most } = { most: Number.NaN }] = site
    const { site: key } = scopesOf(server.appSecret, NETWORK)
    await insertAttempts(server, kind, most, { site: key })
    expect((await ask(NETWORK)).status).toBe(429)
    expect((await ask(SAME_SITE)).status).toBe(429)
    expect((await ask('2001:db8:8::1')).status).not.toBe(429)
  })
})

test('whether an e-mail address is taken is answered ten times an hour, and only after it was counted', async () => {
  await server.givePassword('asha.rao@example.in')
  const body = { email: BINA.email, password: server.password }
  const ask = () => call(server, 'POST', '/api/auth/email', { token: asha, body, from: FROM })
  for (let number = 0; number < 10; number += 1)
    expect(await ask()).toMatchObject({ status: 409, json: { code: 'email-taken' } })
  for (let number = 0; number < 5; number += 1) expect((await ask()).status).toBe(429)
})

test('deletion requests and their cancellations, and the mails about them, are limited', async () => {
  const fresh = await server.signIn({ email: 'asha.rao@example.in', preferredRole: 'user' })
  const before = (await server.listAudit()).length
  const mailsBefore = (await server.listMails()).length
  for (let round = 0; round < 50; round += 1) {
    await call(server, 'POST', '/api/auth/deletion', {
      token: fresh,
      body: { withdrawsConsent: false },
    })
    await call(server, 'POST', '/api/auth/deletion/cancellation', { token: fresh, body: {} })
  }
  expect((await server.listAudit()).length - before).toBe(10)
  // Each request and each cancellation is mailed.
  expect((await server.listMails()).length - mailsBefore).toBe(10)
})

test('support may request the deletion of twenty members an hour, and each gets at most five mails an hour', async () => {
  const support = await server.signInAs('support')
  const ask = (method: string, number: number) =>
    call(server, method, `/api/admin/users/${idOf(number)}/deletion`, {
      token: support,
      from: FROM,
    })
  const statuses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    statuses.push((await ask('POST', 2)).status)
    await ask('DELETE', 2)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  for (let number = 3; number < 7; number += 1) expect((await ask('POST', number)).status).toBe(404)
  expect((await ask('POST', 7)).status).toBe(429)
})
