import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { serverForEachTest, startServerBeside } from '#tests/support/server/server-for-test.ts'
import {
  answerChallenge,
  type Enrolled,
  enrol,
  findChallenge,
  listActions,
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

const signInWithPassword = (password = owner.password) =>
  call(server, 'POST', '/api/auth/login', { body: { email: owner.email, password } })

async function failFive(challenge: string): Promise<void> {
  for (let times = 0; times < 5; times += 1)
    await answerChallenge(server, challenge, wrongFactorCodeOf(owner))
}

test('the right password alone gets a challenge and no token', async () => {
  const answer = await signInWithPassword()
  expect(answer.status).toBe(403)
  expect(answer.json).toEqual({
    success: false,
    code: 'second-factor-required',
    error: 'Enter the code of your authenticator app.',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await listActions(server)).toEqual(['second-factor on'])
  const refused = await signInWithPassword('not it at all')
  expect(refused.text).toBe(
    '{"success":false,"error":"Invalid credentials","code":"invalid-credentials"}',
  )
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
  expect(await listActions(server)).toEqual(['second-factor on', 'sign-in'])
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

test.each([
  [-21, 'This code is not right.'],
  [-20, 'This code has expired: it was shown a while ago, or the clock'],
  [-2, 'This code has expired: it was shown a while ago, or the clock'],
])('a code that is %i time steps from now is refused and explained: "%s"', async (steps, says) => {
  const answer = await signInWith(owner.codeAt(steps))
  expect(answer).toMatchObject({ status: 400, json: { code: 'wrong-code' } })
  expect(answer.json['error']).toContain(says)
})

test('a code that becomes valid later is refused word for word as a wrong one', async () => {
  const wrong = await signInWith(wrongFactorCodeOf(owner))
  for (const steps of [2, 3, 20, 21])
    expect((await signInWith(owner.codeAt(steps))).json).toEqual(wrong.json)
  expect(wrong.json['error']).toContain(
    'set the date and time of the phone with the app to automatic',
  )
})

test('codes of another time count as wrong tries, and use no time step up', async () => {
  const challenge = await findChallenge(server, owner)
  for (const steps of [-11, -10, 10, 11])
    expect((await answerChallenge(server, challenge, owner.codeAt(steps))).status).toBe(400)
  expect((await answerChallenge(server, challenge, owner.codeAt(14))).json['code']).toBe(
    'challenge-over',
  )
  expect((await signInWith(owner.codeAt())).status).toBe(200)
})

test('of two processes that get the same code at the same time, only one accepts it', async () => {
  const beside = await startServerBeside(server)
  const code = owner.codeAt()
  const [one, other] = [await findChallenge(server, owner), await findChallenge(beside, owner)]
  const answers = await Promise.all([
    answerChallenge(server, one, code),
    answerChallenge(beside, other, code),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const again = await signInWith(code, owner, beside)
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
  const used = 'second-factor recovery code used'
  expect((await listActions(server)).filter((action) => action === used)).toHaveLength(2)
})

describe('a challenge is over', () => {
  test.each<[string, (challenge: string) => Promise<unknown>]>([
    ['after five minutes', async () => server.clock.advance(5 * MINUTE_MS)],
    ['after a sign-in with it', (one) => answerChallenge(server, one, owner.codeAt(-1))],
    ['after five wrong codes', failFive],
    [
      'once the password has changed',
      () => server.setAccount(owner.email, { password_hash: 'another' }),
    ],
  ])('%s', async (_when, happens) => {
    const challenge = await findChallenge(server, owner)
    await happens(challenge)
    const answer = await answerChallenge(server, challenge, owner.codeAt())
    expect(answer).toMatchObject({ status: 400, json: { code: 'challenge-over' } })
  })

  test('if the server did not issue it; the code of another account is refused as a wrong code', async () => {
    const member = await enrol(server, server.demoUser)
    for (const code of [member.codeAt(), member.recoveryCodes[0] ?? ''])
      expect((await signInWith(code)).json['code']).toBe('wrong-code')
    const forged = await answerChallenge(server, 'a'.repeat(43), owner.codeAt())
    expect(forged.json['code']).toBe('challenge-over')
    expect((await signInWith(member.codeAt(), member)).json['user']).toMatchObject({ role: 'user' })
  })
})

test('ten wrong codes within an hour lock the second factor across challenges, which is audited', async () => {
  for (let round = 0; round < 2; round += 1) await failFive(await findChallenge(server, owner))
  const locked = await signInWith(owner.codeAt())
  expect(locked).toMatchObject({ status: 429, json: { code: 'too-many' } })
  expect((await signInWith(owner.recoveryCodes[0] ?? '')).status).toBe(429)
  expect(await server.listAudit('lock-out')).toMatchObject([{ to_value: 'second-factor' }])
  server.clock.advance(60 * MINUTE_MS)
  expect((await signInWith(owner.codeAt())).status).toBe(200)
})

test('a suspended person is refused before the second factor', async () => {
  const challenge = await findChallenge(server, owner)
  const suspended_at = server.clock.now().toISOString()
  await server.db.updateTable('staff').set({ suspended_at }).execute()
  expect((await signInWithPassword()).json['code']).toBe('suspended')
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
