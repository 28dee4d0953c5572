// @module-tag slow
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setAccount } from '#server/auth/account-repository.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { openPostgres, SERVING } from '#server/database/connection/open-postgres.ts'
import { call } from '#tests/server/api-call.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'
import {
  answerChallenge,
  type Enrolled,
  enrol,
  findChallenge,
  wrongFactorCodeOf,
} from './enrolled-account.ts'

const MINUTE_MS = 60_000

const server = serverForEachTest()
let owner: Enrolled
beforeEach(async () => {
  owner = await enrol(server)
})

/** Signs in with password and code. Returns the answer to the code. */
async function signInWith(code: string, who: Enrolled = owner, at: TestServer = server) {
  return answerChallenge(at, await findChallenge(server, who), code)
}

/** Another server on the same database, with its clock at the same time. */
function startOtherProcess(): Promise<TestServer> {
  const { place, clock } = server
  const db = isOnPostgres() ? openPostgres(place, SERVING) : openDatabase(place)
  const database = { db, place, close: () => db.destroy() }
  return startTestServer({ database, seed: 'none', now: clock.now() })
}

async function listActions(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_log')
    .select(['action', 'to_value'])
    .orderBy('id')
    .execute()
  return rows.map(({ action, to_value: to }) => (to === null ? action : `${action} ${to}`))
}

test('the right password alone gets a challenge and no token', async () => {
  const body = { email: owner.email, password: owner.password }
  const answer = await call(server, 'POST', '/api/auth/login', { body })
  expect(answer.status).toBe(403)
  expect(answer.json).toEqual({
    success: false,
    code: 'second-factor-required',
    error: 'Enter the code of your authenticator app.',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await listActions()).toEqual(['second-factor on'])
  const wrong = { ...body, password: 'not it at all' }
  const refused = await call(server, 'POST', '/api/auth/login', { body: wrong })
  expect(refused.json).toEqual({
    success: false,
    code: 'invalid-credentials',
    error: 'Invalid credentials',
  })
})

test('a code of the app completes the sign-in, which is audited', async () => {
  const answer = await signInWith(owner.codeAt())
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    user: { email: owner.email, role: 'admin', staffRole: 'owner' },
    token: expect.stringMatching(/^[\w-]{43}$/),
    deviceToken: expect.stringMatching(/^[\w-]{43}$/),
    codeSent: null,
  })
  const token = String(answer.json['token'])
  expect((await call(server, 'GET', '/api/admin/me', { token })).status).toBe(200)
  expect(await listActions()).toEqual(['second-factor on', 'sign-in'])
})

test.each([
  [-2, 400],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 400],
])('a code that is %i time steps from now gets the status %i', async (steps, status) => {
  expect((await signInWith(owner.codeAt(steps))).status).toBe(status)
})

test('of two processes that get the same code at the same time, only one accepts it', async () => {
  const other = await startOtherProcess()
  onTestFinished(() => other.close())
  // On SQLite, one server gets both codes, because two connections to a file would deadlock in one thread.
  const beside = isOnPostgres() ? other : server
  const challenges = [await findChallenge(server, owner), await findChallenge(server, owner)]
  const code = owner.codeAt()
  const answers = await Promise.all(
    challenges.map((one, index) => answerChallenge(index === 0 ? server : beside, one, code)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const again = await signInWith(code, owner, other)
  expect(again.json).toMatchObject({
    code: 'wrong-code',
    fields: { code: 'This code was used before. Wait until the app shows the next one.' },
  })
})

test('an accepted code invalidates the unused codes of earlier time steps', async () => {
  expect((await signInWith(owner.codeAt(1))).status).toBe(200)
  expect((await signInWith(owner.codeAt())).status).toBe(400)
})

test('a recovery code signs in only once, in any letter case and without its dash', async () => {
  const [first = '', second = ''] = owner.recoveryCodes
  const answers = await Promise.all([signInWith(first), signInWith(first)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await signInWith(second.toUpperCase().replace('-', ' '))).status).toBe(200)
  const token = await server.signIn()
  const state = await call(server, 'GET', '/api/auth/second-factor', { token })
  expect(state.json['data']).toEqual({ isOn: true, recoveryCodesLeft: 8 })
  expect(
    (await listActions()).filter((action) => action === 'second-factor recovery code used'),
  ).toHaveLength(2)
})

describe('a challenge is over', () => {
  test.each<[string, (challenge: string) => Promise<unknown>]>([
    ['after five minutes', async () => server.clock.advance(5 * MINUTE_MS)],
    ['after a sign-in with it', (one) => answerChallenge(server, one, owner.codeAt(-1))],
    [
      'after five wrong codes',
      async (one) => {
        for (let times = 0; times < 5; times += 1)
          await answerChallenge(server, one, wrongFactorCodeOf(owner))
      },
    ],
    [
      'once the password has changed',
      async () => {
        const account = await server.db
          .selectFrom('users')
          .selectAll()
          .where('email', '=', owner.email)
          .executeTakeFirstOrThrow()
        await setAccount(server.db, account.id, { password_hash: 'another' })
      },
    ],
  ])('%s', async (_when, happens) => {
    const challenge = await findChallenge(server, owner)
    await happens(challenge)
    const answer = await answerChallenge(server, challenge, owner.codeAt())
    expect(answer).toMatchObject({ status: 400, json: { code: 'challenge-over' } })
  })

  test('if the server did not issue it; the code of another account is refused as a wrong code', async () => {
    const member = await enrol(server, server.demoUser)
    const answer = await answerChallenge(
      server,
      await findChallenge(server, owner),
      member.codeAt(),
    )
    expect(answer.json['code']).toBe('wrong-code')
    const recovery = await answerChallenge(
      server,
      await findChallenge(server, owner),
      member.recoveryCodes[0] ?? '',
    )
    expect(recovery.json['code']).toBe('wrong-code')
    expect((await answerChallenge(server, 'a'.repeat(43), owner.codeAt())).json['code']).toBe(
      'challenge-over',
    )
    expect((await signInWith(member.codeAt(), member)).json['user']).toMatchObject({ role: 'user' })
  })
})

test('ten wrong codes within an hour lock the second factor across challenges, which is audited', async () => {
  const tries = async () => {
    const challenge = await findChallenge(server, owner)
    for (let times = 0; times < 5; times += 1)
      await answerChallenge(server, challenge, wrongFactorCodeOf(owner))
  }
  await tries()
  await tries()
  const locked = await signInWith(owner.codeAt())
  expect(locked).toMatchObject({ status: 429, json: { code: 'too-many' } })
  expect((await signInWith(owner.recoveryCodes[0] ?? '')).status).toBe(429)
  const locks = server.db
    .selectFrom('audit_log')
    .select('to_value')
    .where('action', '=', 'lock-out')
  expect(await locks.execute()).toEqual([{ to_value: 'second-factor' }])
  server.clock.advance(60 * MINUTE_MS)
  expect((await signInWith(owner.codeAt())).status).toBe(200)
})

test('a suspended person is refused before the second factor', async () => {
  const { id } = await server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow()
  const at = server.clock.now().toISOString()
  const challenge = await findChallenge(server, owner)
  await server.db.updateTable('staff').set({ suspended_at: at }).where('user_id', '=', id).execute()
  const body = { email: owner.email, password: owner.password }
  const answer = await call(server, 'POST', '/api/auth/login', { body })
  expect(answer.json['code']).toBe('suspended')
  const late = await answerChallenge(server, challenge, owner.codeAt())
  expect(late.json['code']).toBe('suspended')
})

test('database and log have no secret, no recovery code and no challenge in plain text', async () => {
  const challenge = await findChallenge(server, owner)
  const rows = [
    await server.db.selectFrom('totp_secrets').selectAll().execute(),
    await server.db.selectFrom('recovery_codes').selectAll().execute(),
    await server.db.selectFrom('sign_in_challenges').selectAll().execute(),
  ]
  const text = JSON.stringify([rows, server.logged])
  expect(text).toContain('t1.')
  for (const plain of [owner.secret, challenge, ...owner.recoveryCodes])
    expect(text).not.toContain(plain)
  expect(text).not.toContain((owner.recoveryCodes[0] ?? '').replace('-', ''))
})
