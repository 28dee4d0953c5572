import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { answerChallenge, enrol, findChallenge, listActions } from './enrolled-account.ts'

const server = serverForEachTest()
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

const post = (path: string, body: object) =>
  call(server, 'POST', `/api/auth/second-factor/${path}`, { token, body })

async function getState() {
  return (await call(server, 'GET', '/api/auth/second-factor', { token })).json['data']
}

const signIn = () => call(server, 'POST', '/api/auth/login', { body: server.operator })
const password = () => ({ password: server.operator.password })

test('two-step sign-in stays off when a secret is requested, and is turned on by the first code of the app', async () => {
  const { json } = await post('setup', password())
  expect(json['data']).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    address: expect.stringMatching(
      /^otpauth:\/\/totp\/Property%20Marketplace:operator%40marketplace\.example\?.*&digits=6&period=30$/,
    ),
  })
  expect(await getState()).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect((await signIn()).status).toBe(200)
  const { recoveryCodes } = await enrol(server)
  expect(await getState()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes)
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
})

test('new recovery codes invalidate the earlier ones', async () => {
  const owner = await enrol(server)
  const [old = ''] = owner.recoveryCodes
  const made = await post('recovery-codes', password())
  const [next = ''] = (made.json['data']?.['recoveryCodes'] ?? []) as string[]
  const signInWith = async (code: string) =>
    answerChallenge(server, await findChallenge(server, owner), code)
  expect((await signInWith(old)).json['code']).toBe('wrong-code')
  expect((await signInWith(next)).status).toBe(200)
})

test('after two-step sign-in is turned off, the password is enough again', async () => {
  const owner = await enrol(server)
  const challenge = await findChallenge(server, owner)
  expect((await post('removal', password())).json).toEqual({ success: true })
  expect(await getState()).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect((await answerChallenge(server, challenge, owner.codeAt())).status).toBe(400)
  expect((await signIn()).status).toBe(200)
  const actions = ['second-factor on', 'second-factor off', 'sign-in']
  expect(await listActions(server)).toEqual(actions)
})

describe('each of these is refused and changes nothing:', () => {
  test.each([
    ['a wrong password', 'setup', { password: 'not it at all' }, 400, 'wrong-password'],
    ['no password', 'removal', {}, 400, 'invalid-input'],
    ['recovery codes before a set-up', 'recovery-codes', 'own', 409, 'second-factor-off'],
    ['a code before a secret exists', 'confirm', { code: '123456' }, 409, 'second-factor-off'],
    ['a malformed code', 'confirm', { code: '12' }, 400, 'invalid-input'],
  ])('%s', async (_case, path, body, status, code) => {
    const answer = await post(path, typeof body === 'string' ? password() : body)
    expect(answer).toMatchObject({ status, json: { code } })
    expect(await server.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
  })

  test('a second set-up while two-step sign-in is on', async () => {
    const owner = await enrol(server)
    expect((await post('setup', password())).json['code']).toBe('second-factor-on')
    expect((await post('confirm', { code: owner.codeAt() })).json['code']).toBe('second-factor-on')
    const challenge = await findChallenge(server, owner)
    expect((await answerChallenge(server, challenge, owner.codeAt())).status).toBe(200)
  })
})

test('wrong passwords in requests that change the second factor count as failed sign-ins', async () => {
  const guess = () => post('removal', { password: 'not it at all' })
  for (let times = 0; times < 5; times += 1) await guess()
  expect((await guess()).status).toBe(429)
  expect((await signIn()).status).toBe(429)
})

test('another owner resets a lost second factor, which ends the sessions and is logged', async () => {
  const lost = await enrol(server)
  const sessionOfLost = await server.signIn()
  const other = await server.signInAs('owner')
  const id = await server.findAccountId(lost.email)
  const path = `/api/admin/staff/${id}/second-factor`
  expect((await call(server, 'DELETE', path, { token: other })).json).toEqual({ success: true })
  expect((await call(server, 'GET', '/api/admin/me', { token: sessionOfLost })).status).toBe(401)
  expect((await signIn()).status).toBe(200)
  expect((await call(server, 'DELETE', path, { token: other })).status).toBe(200)
  const entries = await server.listAudit('second-factor')
  const actor_id = await server.findAccountId('owner@team.example')
  expect(entries.filter(({ to_value }) => to_value === 'reset')).toMatchObject([
    { entity_id: id, actor_id },
  ])
})
