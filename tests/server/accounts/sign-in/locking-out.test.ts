// @module-tag long
import { describe, expect, test, vi } from 'vitest'
import { renewOperatorPassword } from '#server/accounts/sign-in/operator-account-service.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { register } from './end-user-calls.ts'

// How many password tries are allowed, and whom a lock-out affects. These tests do not check
// Argon2id, so a quick comparison replaces it.

vi.mock('@node-rs/argon2', () => ({
  hash: async (password: string) => `quick ${password}`,
  verify: async (stored: string, password: string) => stored === `quick ${password}`,
  parseOptions: () => ({}),
}))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const OFFICE = '203.0.113.7'
const MEMBER = 'asha.rao@example.in'

const server = serverForEachTest({ seed: makeMarket() })

interface Attempt {
  email?: string
  password?: string
  from?: string
  deviceToken?: unknown
}

function signIn({ from = OFFICE, ...change }: Attempt = {}) {
  const body = { ...server.operator, ...change }
  return call(server, 'POST', '/api/auth/login', { body, from })
}

function guess(attempt: Attempt = {}) {
  return signIn({ password: 'a guess', ...attempt })
}

/** Guesses wrong as often, at intervals that are longer than any delay, so that only the number matters. */
async function fail(times: number, attempt: Attempt = {}): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    expect((await guess(attempt)).status).toBe(401)
    server.clock.advance(MINUTE_MS)
  }
}

/** Signs in and returns the device token. */
async function becomeKnown(attempt: Attempt = {}): Promise<string> {
  const { status, json } = await signIn(attempt)
  expect(status).toBe(200)
  expect(json['deviceToken']).toMatch(/^[\w-]{43}$/)
  return String(json['deviceToken'])
}

/**
 * Guesses from different networks until a guess is refused without a check. Returns the number of
 * checked guesses.
 */
async function guessUntilLocked(attempt: Attempt = {}): Promise<number> {
  for (let checked = 0; ; checked += 1) {
    const { status } = await guess({ from: `198.51.100.${checked}`, ...attempt })
    if (status !== 401) return checked
  }
}

/** The part of an audit entry that shows whose account it is about. */
function aboutAccount(id: string) {
  return { actor_id: id, device_label: 'Unknown device', entity: 'account', entity_id: id }
}

function listLoggedLocks(): unknown[] {
  return server.logged
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'sign-ins are locked for a while')
    .map(({ lock, userId }) => ({ lock, userId }))
}

describe('a device that was signed in before', () => {
  test('can always sign in, while all unknown devices together have at most 100 guesses a day', async () => {
    const deviceToken = await becomeKnown()
    const networks = Array.from({ length: 30 }, (_, index) =>
      index % 2 ? `2001:db8:${index}:1::1` : `198.51.100.${index}`,
    )
    let checked = 0
    for (const waitedMs of [0, HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS, 20 * HOUR_MS - 1]) {
      server.clock.advance(waitedMs)
      for (const from of [OFFICE, ...networks])
        checked += (await guess({ from })).status === 401 ? 1 : 0
      expect((await signIn({ deviceToken })).status).toBe(200)
    }
    expect(checked).toBe(100)
    expect((await signIn({ from: '192.0.2.1' })).status).toBe(429)
  })

  test('can sign in from a network that has reached its limit of tries', async () => {
    const deviceToken = await becomeKnown()
    for (let index = 0; index < 20; index += 1) await guess({ email: `nobody${index}@example.in` })
    expect((await signIn()).status).toBe(429)
    expect((await signIn({ deviceToken })).status).toBe(200)
    server.clock.advance(15 * MINUTE_MS)
    expect((await signIn()).status).toBe(200)
  })

  test('has its own limit of 100 guesses a day, and does not lock out unknown devices', async () => {
    const deviceToken = await becomeKnown()
    let checked = 0
    for (let index = 0; index < 102; index += 1) {
      checked += (await guess({ deviceToken })).status === 401 ? 1 : 0
      server.clock.advance(10 * MINUTE_MS)
    }
    expect(checked).toBe(100)
    expect((await signIn({ deviceToken })).status).toBe(429)
    expect((await signIn()).status).toBe(200)
  })

  test('is locked for 15 minutes after ten wrong passwords in a row', async () => {
    const deviceToken = await becomeKnown()
    await fail(10, { deviceToken })
    const refused = await signIn({ deviceToken, from: '192.0.2.1' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe(String(14 * 60))
    server.clock.advance(14 * MINUTE_MS)
    expect((await signIn({ deviceToken })).status).toBe(200)
  })

  test('keeps its token for ninety days after each sign-in', async () => {
    const deviceToken = await becomeKnown()
    server.clock.advance(90 * DAY_MS - 1)
    expect(await becomeKnown({ deviceToken })).toBe(deviceToken)
    server.clock.advance(90 * DAY_MS)
    expect(await becomeKnown({ deviceToken })).not.toBe(deviceToken)
    expect(await server.db.selectFrom('known_devices').select('user_id').execute()).toHaveLength(1)
  })

  test('is one of at most twenty of its account; the next new device replaces the least recently used one', async () => {
    const tokens: string[] = []
    for (let index = 0; index < 20; index += 1) {
      tokens.push(await becomeKnown())
      server.clock.advance(1000)
    }
    const [first = '', second = ''] = tokens
    expect(await becomeKnown({ deviceToken: first })).toBe(first)
    server.clock.advance(1000)
    await becomeKnown()
    expect(await becomeKnown({ deviceToken: first })).toBe(first)
    expect(await becomeKnown({ deviceToken: second })).not.toBe(second)
  })

  test('is forgotten after a new password, which also resets the limits', async () => {
    const deviceToken = await becomeKnown()
    await guessUntilLocked()
    const { newPassword: password } = await renewOperatorPassword(server.db, server.clock.now())
    expect(await server.db.selectFrom('known_devices').selectAll().execute()).toEqual([])
    expect(await becomeKnown({ password, deviceToken })).not.toBe(deviceToken)
  })

  test('is stored under the hash of its token', async () => {
    const deviceToken = await becomeKnown()
    const rows = await server.db.selectFrom('known_devices').selectAll().execute()
    expect(rows).toMatchObject([{ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(JSON.stringify(rows)).not.toContain(deviceToken)
  })
})

test('a device token is ignored if it is forged, belongs to another account or is not text', async () => {
  await server.givePassword(MEMBER)
  const others = await becomeKnown({ email: MEMBER, password: server.password })
  const wrong = ['x'.repeat(43), others, 7, 'x'.repeat(10_000)]
  for (const deviceToken of wrong) expect((await signIn({ deviceToken })).status).toBe(200)
  await guessUntilLocked()
  const { status, text } = await guess()
  expect(status).toBe(429)
  for (const deviceToken of wrong)
    expect(await guess({ deviceToken })).toMatchObject({ status, text })
})

describe('one account from one network address', () => {
  test('must wait one second after five wrong passwords, and two seconds after the sixth', async () => {
    for (let index = 0; index < 5; index += 1) expect((await guess()).status).toBe(401)
    const refused = await guess()
    expect(refused).toMatchObject({
      status: 429,
      json: { code: 'too-many', error: 'Too many sign-ins that failed. Try again in 1 s.' },
    })
    expect(refused.headers.get('Retry-After')).toBe('1')
    server.clock.advance(1000)
    expect((await guess()).status).toBe(401)
    expect((await guess()).headers.get('Retry-After')).toBe('2')
  })

  test('is locked for 15 minutes after ten wrong passwords, also for the right password', async () => {
    await fail(10)
    const refused = await signIn()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe(String(14 * 60))
    server.clock.advance(14 * MINUTE_MS)
    expect((await signIn()).status).toBe(200)
  })

  test('is locked on that network only, so that a stranger cannot lock the operator out', async () => {
    await fail(10)
    expect((await signIn({ from: '192.0.2.1' })).status).toBe(200)
  })

  test('starts a new count of wrong passwords after the right password', async () => {
    await fail(4)
    expect((await signIn()).status).toBe(200)
    await fail(5)
  })

  test('gets at most five wrong passwords checked when many arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess()))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
  })
})

describe('tries from unknown devices', () => {
  test('are limited to thirty an hour for one account, from all networks together', async () => {
    expect(await guessUntilLocked()).toBe(30)
    expect((await signIn()).headers.get('Retry-After')).toBe('3600')
    server.clock.advance(HOUR_MS)
    expect((await signIn()).status).toBe(200)
  })

  test('are limited in the same way for an unknown e-mail address', async () => {
    const unknown = { email: 'nobody@example.in' }
    expect(await guessUntilLocked(unknown)).toBe(await guessUntilLocked())
    const [one, other] = [await guess(unknown), await guess()]
    expect(one).toMatchObject({ status: other.status, text: other.text })
  })

  test('are limited to 100 in 15 minutes for an IPv6 /48 network', async () => {
    const from = (index: number) => `2001:db8:7:${index.toString(16)}::1`
    for (let index = 0; index < 100; index += 1) {
      const { status } = await guess({ email: `nobody${index}@example.in`, from: from(index) })
      expect(status).toBe(401)
    }
    expect((await signIn({ from: from(100) })).status).toBe(429)
    expect((await signIn({ from: '2001:db8:8::1' })).status).toBe(200)
    server.clock.advance(15 * MINUTE_MS)
    expect((await signIn({ from: from(100) })).status).toBe(200)
  })

  test('are stored under hashes: the table has no account, address or network in plain text', async () => {
    await guess({ from: '2001:db8:7:9::1' })
    expect((await register(server, {}, { from: OFFICE })).status).toBe(200)
    const rows = await server.db.selectFrom('attempts').selectAll().execute()
    expect(rows.length).toBeGreaterThan(2)
    for (const { subject, address, site } of rows)
      for (const hash of [subject, address, site]) expect(hash ?? '').toMatch(/^([0-9a-f]{64})?$/)
    const plain = server.db.insertInto('attempts').values({
      id: '1',
      kind: 'sign-in',
      subject: await server.findAccountId(),
      address: null,
      at: 'x',
    })
    await expect(plain.execute()).rejects.toThrow(/check/i)
  })
})

describe('a lock-out', () => {
  test('of an account is logged and audited once, with the account id', async () => {
    await guessUntilLocked()
    for (let index = 0; index < 5; index += 1) await guess({ from: `192.0.2.${index}` })
    const id = await server.findAccountId()
    expect(listLoggedLocks()).toEqual([{ lock: 'account', userId: id }])
    expect(await server.listAudit('lock-out')).toMatchObject([
      { ...aboutAccount(id), to_value: 'account' },
    ])
    expect(server.logged.join()).not.toContain(server.operator.email)
  })

  test('is logged once while it lasts, and the next lock-out is logged again', async () => {
    for (let index = 0; index < 30; index += 1) {
      await guess({ from: `198.51.100.${index}` })
      server.clock.advance(MINUTE_MS)
    }
    server.clock.advance(30 * MINUTE_MS)
    expect(await guessUntilLocked()).toBe(1)
    server.clock.advance(DAY_MS)
    await guessUntilLocked()
    expect(listLoggedLocks()).toHaveLength(2)
  })

  test('of an unknown e-mail address is logged without the address, and not audited', async () => {
    await guessUntilLocked({ email: 'nobody@example.in' })
    expect(await server.listAudit('lock-out')).toEqual([])
    expect(listLoggedLocks()).toEqual([{ lock: 'account', userId: undefined }])
    expect(server.logged.join()).not.toContain('nobody@example.in')
  })

  test('of a network is only logged; a lock-out of a device, or of an account on one network, is audited too', async () => {
    const deviceToken = await becomeKnown()
    for (let index = 0; index < 20; index += 1) await guess({ email: `nobody${index}@example.in` })
    await fail(10, { from: '192.0.2.1' })
    await fail(10, { deviceToken })
    // Each entry is written after its answer, so the order is not defined.
    const audited = (await server.listAudit('lock-out')).map(({ to_value }) => to_value)
    expect(audited.sort()).toEqual(['device', 'pair'])
    const locks = listLoggedLocks()
    expect(locks).toMatchObject([{ lock: 'network' }, { lock: 'pair' }, { lock: 'device' }])
  })

  test('does not start when the last allowed try has the right password', async () => {
    for (let index = 0; index < 29; index += 1) await guess({ from: `198.51.100.${index}` })
    await becomeKnown({ from: '192.0.2.1' })
    await server.settle()
    expect(listLoggedLocks()).toEqual([])
    expect((await guess({ from: '192.0.2.2' })).status).toBe(401)
    expect(listLoggedLocks()).toHaveLength(1)
  })
})

describe('the audit log', () => {
  test('has each successful sign-in with its device, and no failed one', async () => {
    await server.givePassword(MEMBER)
    await becomeKnown()
    await becomeKnown({ email: MEMBER, password: server.password })
    await guess()
    const ids = [await server.findAccountId(), await server.findAccountId(MEMBER)]
    expect(await server.listAudit('sign-in')).toMatchObject(
      ids.map((id) => ({ ...aboutAccount(id), to_value: null })),
    )
  })
})
