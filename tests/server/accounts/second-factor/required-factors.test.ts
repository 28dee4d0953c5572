import { describe, expect, test } from 'vitest'
import { STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { findMailedLink, forgot, reset } from '#tests/server/accounts/links/link-steps.ts'
import { addPasskey, enterWith } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import type { TestServer, TestServerOptions } from '#tests/support/server/server-fixture.ts'
import { startServerForTest } from '#tests/support/server/server-for-test.ts'
import { answerChallenge, codeOf, enrol, findChallenge } from './enrolled-account.ts'

const STEP_MS = 30_000
const LOCAL = 'http://localhost:3000' // at this URL, no role needs a second factor by default
const NEW_PASSWORD = 'nine purple elephants'
const OVER = { status: 400, json: { code: 'challenge-over' } }

let server: TestServer

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startServerForTest({ seed: makeMarket(), requiresFactors: true, ...options })
}

const credentialsOf = (role: StaffRole) => ({
  email: `${role}@team.example`,
  password: server.password,
})

const login = (body: object = server.operator) => call(server, 'POST', '/api/auth/login', { body })
const begin = (challenge: string) =>
  call(server, 'POST', '/api/auth/second-factor/enrolment', { body: { challenge } })
const finish = (challenge: string, code: string) =>
  call(server, 'POST', '/api/auth/second-factor/enrolment/confirm', { body: { challenge, code } })
const mayEnter = async (token: string) =>
  (await call(server, 'GET', '/api/admin/me', { token })).status === 200

/** The session token in the answer that finishes a set-up. */
function tokenOf({ json }: Awaited<ReturnType<typeof finish>>): string {
  const signedIn = Object(json['data']?.['signedIn'])
  return String(signedIn.token)
}

async function secretFor(challenge: string): Promise<string> {
  return String((await begin(challenge)).json['data']?.['secret'])
}

describe('the default roles that need a second factor', () => {
  test.each<[string, StaffRole[]]>([
    ['https://panel.example.in', ['owner', 'loans']],
    ['https://203.0.113.7', ['owner', 'loans']],
    ['http://localhost:3000', []],
    ['http://127.0.0.1:3000', []],
    ['http://[::1]:3000', []],
  ])('at public URL %s: %j', async (publicUrl, expected) => {
    await start({ publicUrl })
    for (const role of STAFF_ROLES) {
      await server.signInAs(role)
      const { status } = await login(credentialsOf(role))
      expect(status, role).toBe(expected.includes(role) ? 403 : 200)
    }
  })
})

test('a sign-in without a required second factor gets a challenge, and its session opens only after a set-up', async () => {
  await start({ mail: 'inbox' })
  const running = await server.signIn()
  const refused = await login()
  expect(refused).toMatchObject({
    status: 403,
    json: {
      success: false,
      code: 'second-factor-setup-required',
      error: 'Your role needs a second factor. Set up an authenticator app to go on.',
    },
  })
  const challenge = String(refused.json['challenge'])
  const secret = await secretFor(challenge)
  // The challenge gives no access, and a code signs in only after the app is confirmed.
  expect(await answerChallenge(server, challenge, codeOf(server, secret))).toMatchObject(OVER)
  expect(await mayEnter(challenge)).toBe(false)
  const wrong = await finish(challenge, codeOf(server, secret, 5))
  expect(wrong).toMatchObject({ status: 400, json: { code: 'wrong-code' } })
  const signedIn = await finish(challenge, codeOf(server, secret))
  expect(signedIn).toMatchObject({
    status: 200,
    json: { data: { signedIn: { user: { staffRole: 'owner' } } } },
  })
  expect(signedIn.json['data']?.['recoveryCodes']).toHaveLength(10)
  expect(await mayEnter(tokenOf(signedIn))).toBe(true)
  expect(await mayEnter(running)).toBe(true)
  expect(await server.listMails()).toMatchObject([
    { text: expect.stringContaining('An authenticator app was set up for your account') },
  ])

  server.clock.advance(STEP_MS)
  expect(await finish(challenge, codeOf(server, secret))).toMatchObject(OVER)
  const next = await findChallenge(server, server.operator)
  expect((await answerChallenge(server, next, codeOf(server, secret))).status).toBe(200)
})

test('of two sign-ins that set up a second factor, the later one cannot replace the factor of the first', async () => {
  await start()
  const one = await findChallenge(server, server.operator)
  const other = await findChallenge(server, server.operator)
  const secret = await secretFor(one)
  expect((await finish(one, codeOf(server, secret))).status).toBe(200)
  server.clock.advance(STEP_MS)
  for (const answer of [await begin(other), await finish(other, codeOf(server, secret))])
    expect(answer).toMatchObject(OVER)
})

test('five wrong codes end the set-up of an authenticator app', async () => {
  await start()
  const challenge = await findChallenge(server, server.operator)
  const secret = await secretFor(challenge)
  for (let times = 0; times < 5; times += 1) await finish(challenge, codeOf(server, secret, 5))
  expect(await finish(challenge, codeOf(server, secret))).toMatchObject(OVER)
})

test('a passkey is enough; its owner cannot set up the app with password alone', async () => {
  await start()
  const token = await server.signIn()
  const challenge = await findChallenge(server, server.operator)
  const device = makeAuthenticator()
  const { _id } = (await addPasskey(server, token, device)).json['data'] ?? {}
  expect((await login()).json).toEqual({
    success: false,
    code: 'passkey-required',
    error: 'Your role needs a second factor. Sign in with your passkey.',
  })
  expect(await begin(challenge)).toMatchObject(OVER)
  expect((await enterWith(server, device)).status).toBe(200)
  const removed = await call(server, 'DELETE', `/api/auth/passkeys/${_id}`, { token })
  expect(removed).toMatchObject({
    status: 409,
    json: {
      code: 'factor-required',
      error: 'Your role needs a second factor. Add another one before you remove this.',
    },
  })
  await enrol(server)
  expect((await call(server, 'DELETE', `/api/auth/passkeys/${_id}`, { token })).status).toBe(200)
})

test('the app cannot be turned off while it is the only factor and the role needs one', async () => {
  await start()
  const { password } = await enrol(server)
  const token = await server.signIn()
  const turnOff = () =>
    call(server, 'POST', '/api/auth/second-factor/removal', { token, body: { password } })
  expect(await turnOff()).toMatchObject({ status: 409, json: { code: 'factor-required' } })
  expect((await login()).json['code']).toBe('second-factor-required')
  await addPasskey(server, token, makeAuthenticator())
  expect((await turnOff()).status).toBe(200)
})

test('an owner can require a second factor of a role, which is audited and applies from the next sign-in', async () => {
  await start({ publicUrl: LOCAL })
  const token = await server.signIn()
  const running = await server.signInAs('viewer')
  const rule = { role: 'viewer', isRequired: true }
  const path = '/api/admin/factor-rules'
  expect((await call(server, 'PATCH', path, { token, body: rule })).status).toBe(200)
  expect((await call(server, 'GET', path, { token })).json['data']).toContainEqual(rule)
  expect(await mayEnter(running)).toBe(true)
  expect((await login(credentialsOf('viewer'))).json['code']).toBe('second-factor-setup-required')
  expect(await server.listAudit()).toMatchObject([
    { action: 'second-factor', to_value: 'required for the role viewer' },
  ])
  server.clock.advance(600_000)
  const late = await call(server, 'PATCH', path, { token, body: { ...rule, isRequired: false } })
  expect(late).toMatchObject({ status: 403, json: { code: 'confirm-identity' } })
})

test('a person who joins by an invitation sets up a second factor before the panel opens', async () => {
  await start()
  const owner = await server.signIn()
  const invited = await call(server, 'POST', '/api/admin/staff/invitations', {
    token: owner,
    body: { email: 'leela@team.example', role: 'loans' },
  })
  const token = String(invited.json['data']?.['link']).split('#')[1]
  const person = { fullName: 'Leela Rao', password: NEW_PASSWORD }
  const joined = await call(server, 'POST', '/api/auth/join', { body: { token, ...person } })
  expect(joined).toMatchObject({ status: 403, json: { code: 'second-factor-setup-required' } })
  const challenge = String(joined.json['challenge'])
  const signedIn = await finish(challenge, codeOf(server, await secretFor(challenge)))
  expect(signedIn.json['data']).toMatchObject({
    signedIn: { user: { fullName: 'Leela Rao', staffRole: 'loans' } },
  })
})

test('a password reset by e-mail does not replace the second factor', async () => {
  await start({ mail: 'inbox' })
  const owner = await enrol(server)
  await forgot(server, owner.email)
  expect((await reset(server, await findMailedLink(server), NEW_PASSWORD)).status).toBe(200)
  const { json } = await login({ email: owner.email, password: NEW_PASSWORD })
  expect(json['code']).toBe('second-factor-required')
})

test("an owner's reset removes the app and the passkeys, ends sessions and is announced", async () => {
  await start({ publicUrl: LOCAL, mail: 'inbox' })
  const owner = await server.signIn()
  server.clock.advance(STEP_MS) // the reviewer joins later than the owner, so is second in the list
  const theirs = await server.signInAs('reviewer')
  const device = makeAuthenticator()
  const here = { origin: LOCAL, rpId: 'localhost' }
  await addPasskey(server, theirs, device, here)
  const people = (await call(server, 'GET', '/api/admin/staff', { token: owner })).json['data']
  const _id = await server.findAccountId('reviewer@team.example')
  expect(people).toMatchObject([
    { secondFactorAt: null },
    { _id, secondFactorAt: server.clock.now().toISOString() },
  ])
  const path = `/api/admin/staff/${_id}/second-factor`
  expect((await call(server, 'DELETE', path, { token: owner })).status).toBe(200)
  expect(await mayEnter(theirs)).toBe(false)
  expect((await enterWith(server, device, here)).json['code']).toBe('passkey-refused')
  expect((await login(credentialsOf('reviewer'))).status).toBe(200)
  expect(await server.listMails()).toMatchObject([
    { text: expect.stringContaining('A passkey was added for your account') },
    { text: expect.stringContaining('An owner removed the authenticator app') },
  ])
})
