import { expect, test } from 'vitest'
import {
  ensureOperator,
  renewOperatorPassword,
  requirePasswordFitFor,
} from '#server/auth/operator-account-service.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const now = new Date('2025-09-17T08:00:00.000Z')

const server = serverForEachTest({ seed: makeMarket() })

function signIn(email: string, password: string) {
  return call(server, 'POST', '/api/auth/login', { body: { email, password } })
}

test('without configured credentials only the first start generates a password', async () => {
  await server.db.deleteFrom('users').where('role', '=', 'admin').execute()
  const unset = { email: null, password: null, now }
  const first = await ensureOperator(server.db, unset)
  expect(first.newPassword).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect((await signIn(first.email, first.newPassword ?? '')).status).toBe(200)
  const second = await ensureOperator(server.db, unset)
  expect(second).toEqual({
    email: first.email,
    newPassword: null,
    isPasswordShort: false,
    isPasswordNewer: false,
  })
})

test('a changed configured password replaces the old one and ends every session', async () => {
  const token = await server.signIn()
  await ensureOperator(server.db, { email: null, password: 'another long password', now })
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(401)
  expect((await signIn(server.operator.email, server.operator.password)).status).toBe(401)
  expect((await signIn(server.operator.email, 'another long password')).status).toBe(200)
})

test('the same configured credentials at the next start change nothing and keep the sessions', async () => {
  const token = await server.signIn()
  const before = await server.db.selectFrom('users').selectAll().execute()
  await ensureOperator(server.db, { ...server.operator, now })
  expect(await server.db.selectFrom('users').selectAll().execute()).toEqual(before)
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(200)
})

test('a configured password does not replace a password that was set later, until the configuration changes', async () => {
  const { email, password: configured } = server.operator
  const restart = (password: string | null) => ensureOperator(server.db, { email, password, now })
  const { newPassword } = await renewOperatorPassword(server.db, now)
  const token = await server.signIn()
  expect(await restart(configured)).toMatchObject({ isPasswordNewer: true })
  // After a start without a configured password, the earlier configured one still does not apply again.
  await restart(null)
  expect(await restart(configured)).toMatchObject({ isPasswordNewer: true })
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(200)
  expect((await signIn(email, configured)).status).toBe(401)
  expect((await signIn(email, newPassword)).status).toBe(200)

  expect(await restart('another long password')).toMatchObject({ isPasswordNewer: false })
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(401)
  expect((await signIn(email, 'another long password')).status).toBe(200)
  expect(await restart(configured)).toMatchObject({ isPasswordNewer: false })
  expect((await signIn(email, configured)).status).toBe(200)
})

test('a configured password applied by an earlier version is not applied again', async () => {
  await server.db.deleteFrom('configured_passwords').execute()
  const token = await server.signIn()
  await ensureOperator(server.db, { ...server.operator, now })
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(200)
  const { email, newPassword } = await renewOperatorPassword(server.db, now)
  await ensureOperator(server.db, { ...server.operator, now })
  expect((await signIn(email, newPassword)).status).toBe(200)
})

test("a new configured e-mail address replaces the only operator's address and ends the operator's sessions", async () => {
  const token = await server.signIn()
  await ensureOperator(server.db, { email: 'boss@example.in', password: null, now })
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(401)
  expect((await signIn('boss@example.in', server.operator.password)).status).toBe(200)
  expect((await signIn(server.operator.email, server.operator.password)).status).toBe(401)
})

test('the operator can have the e-mail address of a member, but not of another person on the team', async () => {
  server.clock.advance(1) // keeps the operator the oldest account of the team
  await server.signInAs('reviewer')
  const taken = ensureOperator(server.db, { email: 'reviewer@team.example', password: null, now })
  await expect(taken).rejects.toThrow('belongs to another person on the team')
  const email = 'asha.rao@example.in'
  await ensureOperator(server.db, { email, password: null, now })
  const accounts = server.db.selectFrom('users').select('role').where('email', '=', email)
  expect(await accounts.orderBy('role').execute()).toEqual([{ role: 'admin' }, { role: 'user' }])
})

test('each change of the password is audited with its source', async () => {
  await ensureOperator(server.db, { ...server.operator, now })
  await ensureOperator(server.db, { email: null, password: 'another long password', now })
  await renewOperatorPassword(server.db, now)
  const token = await server.signIn()
  const { json } = await call(server, 'GET', '/api/admin/audit?entity=account', { token })
  expect(json['data']).toMatchObject([
    { action: 'password', device: 'Command line', to: null },
    { action: 'password', device: 'ADMIN_PASSWORD', to: null },
  ])
})

test('a password renewed on the command line ends every session of the operator', async () => {
  const token = await server.signIn()
  const { email, newPassword } = await renewOperatorPassword(server.db, now)
  expect((await call(server, 'GET', '/api/admin/loan', { token })).status).toBe(401)
  expect((await signIn(email, newPassword)).status).toBe(200)
})

test('a short password is refused if the server listens beyond loopback', async () => {
  await ensureOperator(server.db, { email: null, password: 'short', now })
  const later = await ensureOperator(server.db, { email: null, password: null, now })
  expect(later.isPasswordShort).toBe(true)
  expect(() => requirePasswordFitFor(later, '127.0.0.1')).not.toThrow()
  expect(() => requirePasswordFitFor(later, '192.168.1.20')).toThrow(/too short for HOST/)
  await renewOperatorPassword(server.db, now)
  const renewed = await ensureOperator(server.db, { email: null, password: null, now })
  expect(() => requirePasswordFitFor(renewed, '192.168.1.20')).not.toThrow()
})
