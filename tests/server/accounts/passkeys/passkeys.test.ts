import { beforeEach, describe, expect, test } from 'vitest'
import { enrol, listActions } from '#tests/server/accounts/second-factor/enrolled-account.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { PUBLIC_URL } from '#tests/support/server/server-fixture.ts'
import { serverForEachTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { addPasskey, beginCeremony, enterWith, HERE } from './passkey-calls.ts'
import {
  type CeremonyOptions,
  makeAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts'

const MINUTE_MS = 60_000
const REFUSED = { status: 400, json: { code: 'passkey-refused' } }
const OVER = { status: 400, json: { code: 'challenge-over' } }
const IDLE = { status: 403, json: { code: 'reauthenticate' } }
const UNCONFIRMED = { status: 403, json: { code: 'confirm-identity' } }

const server = serverForEachTest({ seed: makeMarket(), mail: 'inbox' })
let token = ''
beforeEach(async () => {
  token = await server.signIn()
})

const mine = (method: string, path: string, body?: object, by = token) =>
  call(server, method, `/api/auth/passkeys${path}`, { token: by, ...(body && { body }) })

const handleOf = (id: string) => Buffer.from(id).toString('base64url')

const open = (body: object) => call(server, 'POST', '/api/auth/passkey', { body })

const signInWithPassword = () => call(server, 'POST', '/api/auth/login', { body: server.operator })

const enter = (device: SoftwareAuthenticator, changed: Partial<CeremonyOptions> = {}) =>
  enterWith(server, device, changed)

/** Adds a passkey of a new authenticator. */
async function add(changed: Partial<CeremonyOptions> = {}, by = token) {
  const device = makeAuthenticator()
  const { status, json } = await addPasskey(server, by, device, changed)
  return { device, status, json, id: json['data']?.['_id'] }
}

test('a passkey signs in without password and code, even if a sign-in by password needs a code', async () => {
  await enrol(server)
  const { device, status } = await add()
  expect(status).toBe(200)
  expect((await signInWithPassword()).json['code']).toBe('second-factor-required')
  const answer = await enter(device)
  expect(answer).toMatchObject({ status: 200, json: { user: { staffRole: 'owner' } } })
  const next = String(answer.json['token'])
  expect((await call(server, 'GET', '/api/admin/me', { token: next })).status).toBe(200)
  const actions = ['second-factor on', 'second-factor passkey added', 'sign-in']
  expect(await listActions(server)).toEqual(actions)
})

test('a passkey has a name, its times and its backup state, and can be renamed', async () => {
  const { device, id } = await add()
  server.clock.advance(MINUTE_MS)
  await enter(device)
  expect((await mine('PATCH', `/${id}`, { name: ' Old phone ' })).status).toBe(200)
  expect((await mine('GET', '')).json['data']).toEqual({
    origin: PUBLIC_URL,
    passkeys: [
      {
        _id: id,
        name: 'Old phone',
        createdAt: '2025-09-17T06:30:00.000Z',
        lastUsedAt: '2025-09-17T06:31:00.000Z',
        isBackedUp: true,
      },
    ],
  })
})

test('a removed passkey no longer signs in, and only its owner can rename or remove a passkey', async () => {
  const { device, id } = await add()
  const other = await server.signInAs('reviewer')
  expect((await mine('PATCH', `/${id}`, { name: 'Mine' }, other)).status).toBe(404)
  expect((await mine('DELETE', `/${id}`, undefined, other)).status).toBe(404)
  expect((await mine('DELETE', `/${id}`)).status).toBe(200)
  expect(await enter(device)).toMatchObject({
    status: 400,
    json: {
      code: 'passkey-refused',
      error: 'This passkey was not accepted. Use your password, or another passkey.',
    },
  })
  expect((await listActions(server)).at(-1)).toBe('second-factor passkey removed')
})

test('adding and removing a passkey need a confirmation of identity within the last ten minutes', async () => {
  const { id } = await add()
  server.clock.advance(10 * MINUTE_MS)
  for (const answer of [await mine('POST', '/options'), await mine('DELETE', `/${id}`)])
    expect(answer).toMatchObject(UNCONFIRMED)
})

describe('the server refuses', () => {
  test.each<[string, Partial<CeremonyOptions>]>([
    ['without user verification', { isVerified: false }],
    ['of another site', { origin: 'https://evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
  ])('a new passkey and a sign-in %s', async (_, changed) => {
    expect(await add(changed)).toMatchObject(REFUSED)
    expect(await enter((await add()).device, changed)).toMatchObject(REFUSED)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['after five minutes', async () => server.clock.advance(5 * MINUTE_MS)],
    ['that this server did not make', () => server.db.deleteFrom('passkey_challenges').execute()],
  ])('a challenge %s', async (_, happens) => {
    const { device } = await add()
    const challenge = await beginCeremony(server, '/passkey')
    await happens()
    const answer = await open({ response: device.get({ ...HERE, challenge }) })
    expect(answer).toMatchObject({
      status: 400,
      json: {
        code: 'challenge-over',
        error: 'This took too long or was used already. Try the passkey again.',
      },
    })
  })

  test('one of two equal answers that arrive together', async () => {
    const { device } = await add()
    const challenge = await beginCeremony(server, '/passkey')
    const response = device.get({ ...HERE, challenge })
    const answers = await Promise.all([open({ response }), open({ response })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test("an answer to another person's challenge, when a passkey is added", async () => {
    const challenge = await beginCeremony(server, '/passkeys', token)
    const reviewer = await server.signInAs('reviewer')
    const response = makeAuthenticator().create({ ...HERE, challenge })
    expect(await mine('POST', '', { name: 'Mine', response }, reviewer)).toMatchObject(OVER)
  })

  test('a signature counter that does not grow, as that of a cloned authenticator', async () => {
    const { device } = await add({ counter: 1 })
    expect((await enter(device, { counter: 3 })).status).toBe(200)
    for (const counter of [3, 2, 0]) expect(await enter(device, { counter })).toMatchObject(REFUSED)
    expect((await enter(device, { counter: 4 })).status).toBe(200)
  })

  // The signature does not cover the user handle, and a sign-in by a discoverable passkey needs one (WebAuthn, 7.2, step 6).
  test('a sign-in with the user handle of another account, or with none', async () => {
    const { device } = await add()
    for (const userHandle of [handleOf(idOf(1)), handleOf('x'), null])
      expect(await enter(device, { userHandle })).toMatchObject(REFUSED)
    expect((await enter(device)).status).toBe(200)
  })

  test('one of two answers with the same counter that arrive together', async () => {
    const { device } = await add({ counter: 1 })
    const answers = await Promise.all([1, 2].map(() => enter(device, { counter: 2 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a suspended person, with the message of a sign-in by password', async () => {
    const { device } = await add()
    const at = server.clock.now().toISOString()
    await server.db.updateTable('staff').set({ suspended_at: at }).execute()
    expect(await enter(device)).toMatchObject({
      status: 403,
      json: { code: 'suspended', error: 'This account is suspended. Ask the owner.' },
    })
  })

  test('a malformed answer', async () => {
    const text = Buffer.from('not json').toString('base64url')
    const response = makeAuthenticator().get({ ...HERE, challenge: '' })
    response.response.clientDataJSON = text
    expect((await open({ response })).json['code']).toBe('challenge-over')
    expect((await open({})).json['code']).toBe('invalid-input')
  })
})

describe('a confirmation with a passkey', () => {
  const confirm = (response: object) =>
    call(server, 'POST', '/api/auth/confirm', { token, body: { passkey: response } })

  test('has the effect of a confirmation with the password', async () => {
    const { device } = await add()
    for (const [minutes, method, path, refusal] of [
      [10, 'POST', '/options', UNCONFIRMED],
      [12 * 60, 'GET', '', IDLE],
    ] as const) {
      server.clock.advance(minutes * MINUTE_MS)
      expect(await mine(method, path)).toMatchObject(refusal)
      const challenge = await beginCeremony(server, '/confirm', token)
      expect((await confirm(device.get({ ...HERE, challenge }))).status).toBe(200)
      expect((await mine(method, path)).status).toBe(200)
    }
  })

  test("is refused with another person's passkey or challenge, or the challenge of a sign-in or of a new passkey", async () => {
    const { device } = await add()
    const reviewer = await server.signInAs('reviewer')
    const { device: theirs } = await add({}, reviewer)
    const adding = await beginCeremony(server, '/passkeys', token)
    expect(await confirm(device.get({ ...HERE, challenge: adding }))).toMatchObject(OVER)
    server.clock.advance(10 * MINUTE_MS)
    const own = await beginCeremony(server, '/confirm', token)
    expect(await confirm(theirs.get({ ...HERE, challenge: own }))).toMatchObject(REFUSED)
    const others = [
      await beginCeremony(server, '/confirm', reviewer),
      await beginCeremony(server, '/passkey'),
    ]
    for (const challenge of others)
      expect(await confirm(device.get({ ...HERE, challenge }))).toMatchObject(OVER)
    expect(await mine('POST', '/options')).toMatchObject(UNCONFIRMED)
  })

  test('is refused with the user handle of another account, and accepted without one', async () => {
    const { device } = await add()
    for (const [userHandle, status] of [
      [handleOf(idOf(1)), 400],
      [null, 200],
    ] as const) {
      const challenge = await beginCeremony(server, '/confirm', token)
      const response = device.get({ ...HERE, challenge, userHandle })
      expect((await confirm(response)).status).toBe(status)
    }
  })

  test('is refused with an explanation if the person has no passkey', async () => {
    const answer = await call(server, 'POST', '/api/auth/confirm/options', { token })
    expect(answer).toMatchObject({
      status: 404,
      json: { code: 'no-passkey', error: 'You have no passkey here. Type your password.' },
    })
  })
})

test('a sign-in with a passkey is announced by mail, unless it comes with a known device token', async () => {
  const first = await signInWithPassword()
  const { device } = await add()
  const subjects = async () => (await server.listMails()).map(({ headers }) => headers['subject'])
  const challenge = await beginCeremony(server, '/passkey')
  const response = device.get({ ...HERE, challenge })
  expect((await open({ response, deviceToken: first.json['deviceToken'] })).status).toBe(200)
  expect(await subjects()).toEqual(['Your two-step sign-in was changed'])
  await enter(device)
  expect((await subjects()).at(-1)).toBe('New sign-in to your account')
})

test('an end user adds a passkey and signs in with it', async () => {
  const { device } = await add({}, await server.signIn({ email: 'asha.rao@example.in' }))
  expect((await enter(device)).json['user']).toMatchObject({ _id: idOf(1) })
})

test('a server at an IP address refuses to add or use a passkey, and its list of passkeys has no origin', async () => {
  const nameless = await startServerForTest({ seed: 'none', publicUrl: 'https://203.0.113.7' })
  const by = { token: await nameless.signIn() }
  for (const path of ['/passkey/options', '/passkeys/options'])
    expect(await call(nameless, 'POST', `/api/auth${path}`, by)).toMatchObject({
      status: 409,
      json: {
        code: 'no-domain',
        error: 'Passkeys need a domain name: this server is opened by its IP address.',
      },
    })
  const { json } = await call(nameless, 'GET', '/api/auth/passkeys', by)
  expect(json['data']).toEqual({ origin: null, passkeys: [] })
})
