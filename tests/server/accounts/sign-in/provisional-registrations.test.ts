import { describe, expect, test, vi } from 'vitest'
import { endExpiredRegistrations } from '#server/accounts/registration/registration-end-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { LIMITS } from '#server/platform/limits/limit-table.ts'
import { scopesOf } from '#server/platform/limits/network-site.ts'
import { call, isSignedIn } from '#tests/server/api-call.ts'
import { insertAttempts } from '#tests/server/platform/limits/counted-attempts.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { expectRefusal, SIGN_IN_FIRST } from './code-refusals.ts'
import {
  EMAIL,
  REGISTRATION,
  register,
  resend,
  signIn,
  verify,
  wrongCode,
} from './end-user-calls.ts'

// Several people may register the same address. It belongs to the first person who verifies it.

// Lowers the cost of password hashing, which these tests do not check.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>()
  const hash: typeof real.hash = (password, options) =>
    real.hash(password, { ...options, memoryCost: 64, timeCost: 1 })
  return { ...real, hash }
})

const DAY_MS = 86_400_000
const MALLORY = { fullName: 'Mallory', password: 'mallory was here first' }
const OWN = { password: REGISTRATION.password }
const OFFICE = { from: '10.0.0.1' }
const ELSEWHERE = { from: '10.0.0.2' }

const server = serverForEachTest({ seed: 'none' })

async function tokenOf(answer: ReturnType<typeof register>): Promise<string> {
  return String((await answer).json['token'])
}

function create(token: string, body: object = { title: 'Open house' }, key?: string) {
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  return call(server, 'POST', '/api/events/create', { token, body, headers })
}

/** The numbers of registrations, codes, events, idempotency records and live sessions, in this order. */
async function countRows() {
  const { db } = server
  const rows = [
    db.selectFrom('registrations').select('id').execute(),
    db.selectFrom('codes').select('id').execute(),
    db.selectFrom('events').select('id').execute(),
    db.selectFrom('receipts').select('key').execute(),
    db.selectFrom('sessions').select('token_hash').where('revoked_at', 'is', null).execute(),
  ]
  return (await Promise.all(rows)).map((found: object[]) => found.length)
}

describe('an address that somebody else registered first', () => {
  test('belongs to the registration that verifies it', async () => {
    const theirs = await tokenOf(register(server, MALLORY))
    await create(theirs, { title: 'Planted' }, 'a-key-of-an-event-1')
    const mine = await tokenOf(register(server))
    await create(mine, { title: 'My own' })
    const verified = await verify(server, server.getLoggedCode())
    expect(verified.json['user']).toMatchObject({ fullName: 'Meera Iyer', verified: true })
    expect(await isSignedIn(server, theirs)).toBe(false)
    expect((await signIn(server, { password: MALLORY.password })).status).toBe(401)
    // The other registration and its event are gone. The account keeps its own event and has one session.
    expect(await countRows()).toEqual([0, 0, 1, 0, 1])
    const { json } = await signIn(server)
    expect(json).toMatchObject({ user: verified.json['user'], codeSent: null })
    const token = String(json['token'])
    const events = await call(server, 'GET', '/api/events/user', { token })
    expect(events.json).toMatchObject([{ title: 'My own' }])
  })

  test('is not verified by the code of another registration, nor by a code without a token', async () => {
    const theirs = await tokenOf(register(server, MALLORY))
    await register(server)
    const code = server.getLoggedCode()
    expect((await verify(server, code, EMAIL, { token: theirs })).json['code']).toBe('wrong-code')
    for (const token of ['', 'x'.repeat(43), await server.signIn()])
      expectRefusal(await verify(server, code, EMAIL, { token }), 'sign-in-first', SIGN_IN_FIRST)
    expect((await verify(server, code)).status).toBe(200)
  })

  test('can be used by each user to sign in to their own registration', async () => {
    const theirs = (await register(server, MALLORY)).json['user']
    const mine = (await register(server)).json['user']
    const { password } = MALLORY
    expect((await signIn(server, { password })).json['user']).toEqual(theirs)
    expect((await signIn(server)).json['user']).toEqual(mine)
  })
})

describe('registrations of one address', () => {
  test.each([
    ['from the same network', OFFICE],
    ['from another network', ELSEWHERE],
  ])('are not ended by later registrations %s', async (_name, from) => {
    const mine = await tokenOf(register(server, {}, OFFICE))
    const code = server.getLoggedCode()
    for (let index = 0; index < 5; index += 1) await register(server, MALLORY, from)
    expect((await verify(server, code, EMAIL, { token: mine })).status).toBe(200)
  })

  test('are accepted when several arrive at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => register(server)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { json } of answers)
      expect(await isSignedIn(server, String(json['token']))).toBe(true)
  })
})

describe('a registration', () => {
  test('expires after a day with its password and token, and is deleted entirely', async () => {
    const token = await tokenOf(register(server))
    await create(token, {}, 'a-key-of-an-event-1')
    server.clock.advance(DAY_MS - 1)
    expect(await isSignedIn(server, token)).toBe(true)
    expect((await signIn(server)).json['expiresAt']).toBe('2025-09-18T06:30:00.000Z')
    expect(await endExpiredRegistrations(server.db, server.clock.now(), PERSONAL_PARTS)).toBe(0)
    server.clock.advance(1)
    expect(await isSignedIn(server, token)).toBe(false)
    expect((await signIn(server)).status).toBe(401)
    expect(await endExpiredRegistrations(server.db, server.clock.now(), PERSONAL_PARTS)).toBe(1)
    expect(await countRows()).toEqual([0, 0, 0, 0, 0])
  })

  test('that is verified is not deleted: it keeps its events and gets a session of seven days', async () => {
    await create(await tokenOf(register(server)))
    const verified = await verify(server, server.getLoggedCode())
    expect(verified.json['expiresAt']).toBe('2025-09-24T06:30:00.000Z')
    server.clock.advance(2 * DAY_MS)
    expect(await endExpiredRegistrations(server.db, server.clock.now(), PERSONAL_PARTS)).toBe(0)
    const token = String(verified.json['token'])
    expect((await call(server, 'GET', '/api/events/user', { token })).json).toHaveLength(1)
  })

  test('is deleted after it expires, even if more registrations have expired than one transaction deletes', async () => {
    const at = server.clock.now().toISOString()
    const row = { email: EMAIL, password_hash: 'h', created_at: at, expires_at: at }
    const rows = Array.from({ length: 120 }, (_, index) => ({ ...row, id: `r${index}` }))
    await server.db.insertInto('registrations').values(rows).execute()
    expect(await endExpiredRegistrations(server.db, server.clock.now(), PERSONAL_PARTS)).toBe(120)
  })
})

describe('the events of a registration', () => {
  const REFUSED = {
    status: 403,
    json: {
      code: 'not-verified',
      error:
        'Until your e-mail address is verified you can have 20 events and 64 KB. Enter the code from the e-mail first.',
    },
  }

  test('are limited to twenty until the e-mail address is verified', async () => {
    const token = await tokenOf(register(server))
    for (let index = 0; index < 20; index += 1) expect((await create(token)).status).toBe(200)
    expect(await create(token)).toMatchObject(REFUSED)
    expect(await isSignedIn(server, token)).toBe(true)
    const verified = await verify(server, server.getLoggedCode())
    expect((await create(String(verified.json['token']))).status).toBe(200)
  })

  test('are limited to 64 KB in total: a create or an update beyond that is refused', async () => {
    const token = await tokenOf(register(server))
    const ofBytes = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) })
    const id = (await create(token, ofBytes(32_000))).json['_id']
    expect((await create(token, ofBytes(32_000))).status).toBe(200)
    expect((await create(token, ofBytes(1536))).status).toBe(200)
    expect(await create(token, ofBytes(12))).toMatchObject(REFUSED)
    const update = (body: object) => call(server, 'PUT', `/api/events/${id}`, { token, body })
    expect(await update(ofBytes(32_001))).toMatchObject(REFUSED)
    expect((await update(ofBytes(31_000))).status).toBe(200)
    expect((await create(token, ofBytes(1000))).status).toBe(200)
  })
})

test.each([
  ['GET', '/auth/account', undefined],
  ['PATCH', '/auth/account', { fullName: 'Who' }],
  ['POST', '/auth/password', { ...OWN, newPassword: 'nine purple elephants' }],
  ['POST', '/auth/email', { ...OWN, email: 'new@example.in' }],
  ['POST', '/auth/second-factor/setup', OWN],
  ['POST', '/auth/passkeys/options', {}],
])('until the e-mail address is verified, %s %s is refused', async (method, path, body) => {
  const token = await tokenOf(register(server))
  const answer = await call(server, method, `/api${path}`, { token, body })
  expect(answer).toMatchObject({ status: 403, json: { code: 'not-verified' } })
  expect(await isSignedIn(server, token)).toBe(true)
})

// In an office or behind a mobile operator's gateway, strangers share the owner's IP address.
describe("a stranger on the network of an e-mail address's owner", () => {
  async function registerHere(email: string, change: object = {}) {
    const { status, json } = await register(server, { email, ...change }, OFFICE)
    const by = { ...OFFICE, token: String(json['token']) }
    return { status, by, code: server.getLoggedCode() }
  }

  test("cannot block the owner's codes by reaching the network's limit of registrations", async () => {
    const { by } = await registerHere(EMAIL)
    for (let index = 1; index < 20; index += 1)
      await registerHere(`other${index}@example.in`, MALLORY)
    expect((await registerHere('last@example.in', MALLORY)).status).toBe(429)
    server.clock.advance(30_000)
    expect((await resend(server, EMAIL, by)).status).toBe(200)
    expect((await verify(server, server.getLoggedCode(), EMAIL, by)).status).toBe(200)
  })

  test('cannot, by guessing wrong codes, stop the owner from entering the right code', async () => {
    const stranger = await registerHere(EMAIL, MALLORY)
    let { code } = stranger
    for (let round = 0; round < 4; round += 1) {
      for (let number = 1; number <= 5; number += 1)
        await verify(server, wrongCode(code, number), EMAIL, stranger.by)
      server.clock.advance(600_000)
      await resend(server, EMAIL, stranger.by)
      code = server.getLoggedCode()
    }
    expect((await verify(server, code, EMAIL, stranger.by)).status).toBe(429)
    // Others on the network have used up what it may try.
    const { most } = LIMITS['code-try'].address[0] ?? { most: Number.NaN }
    await insertAttempts(server, 'code-try', most, scopesOf(server.appSecret, OFFICE.from))
    const owner = await registerHere(EMAIL)
    expect((await verify(server, wrongCode(owner.code, 9), EMAIL, owner.by)).status).toBe(400)
    expect((await verify(server, owner.code, EMAIL, owner.by)).status).toBe(200)
  })
})
