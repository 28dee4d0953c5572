import { expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import {
  ensureOperator,
  getOperator,
  renewOperatorPassword,
  requirePasswordFitFor,
} from '#server/accounts/sign-in/operator-account-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { call, isSignedIn } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const now = new Date('2025-09-17T08:00:00.000Z')
const ANOTHER = 'another long password'

const server = serverForEachTest({ seed: makeMarket() })

const restart = (change: { email?: string; password?: string } = {}) =>
  ensureOperator(server.db, { email: null, password: null, now, ...change })

/** Whether a sign-in with the password succeeds. */
async function opens(password: string, email = server.operator.email): Promise<boolean> {
  const answer = await call(server, 'POST', '/api/auth/login', { body: { email, password } })
  return answer.status === 200
}

test('without configured credentials only the first start generates a password', async () => {
  await server.db.deleteFrom('users').where('role', '=', 'admin').execute()
  const { email, newPassword } = await restart()
  expect(newPassword).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect(await opens(newPassword ?? '', email)).toBe(true)
  const second = { email, newPassword: null, isPasswordShort: false, isPasswordNewer: false }
  expect(await restart()).toEqual({ ...second, isUnused: false })
})

test('a changed configured password replaces the old one and ends every session', async () => {
  const token = await server.signIn()
  await restart({ password: ANOTHER })
  expect(await isSignedIn(server, token)).toBe(false)
  expect([await opens(server.operator.password), await opens(ANOTHER)]).toEqual([false, true])
})

test('the same configured credentials at the next start change nothing and keep the sessions', async () => {
  const token = await server.signIn()
  const before = await server.db.selectFrom('users').selectAll().execute()
  await restart(server.operator)
  expect(await server.db.selectFrom('users').selectAll().execute()).toEqual(before)
  expect(await isSignedIn(server, token)).toBe(true)
})

test('a configured password does not replace a password that was set later, until the configuration changes', async () => {
  const { password: configured } = server.operator
  const { newPassword } = await renewOperatorPassword(server.db, now)
  const token = await server.signIn()
  expect(await restart(server.operator)).toMatchObject({ isPasswordNewer: true })
  // After a start without a configured password, the earlier configured one still does not apply again.
  await restart()
  expect(await restart(server.operator)).toMatchObject({ isPasswordNewer: true })
  expect(await isSignedIn(server, token)).toBe(true)
  expect([await opens(configured), await opens(newPassword)]).toEqual([false, true])

  expect(await restart({ password: ANOTHER })).toMatchObject({ isPasswordNewer: false })
  expect(await isSignedIn(server, token)).toBe(false)
  expect(await opens(ANOTHER)).toBe(true)
  expect(await restart(server.operator)).toMatchObject({ isPasswordNewer: false })
  expect(await opens(configured)).toBe(true)
})

test('a configured password applied by an earlier version is not applied again', async () => {
  await server.db.deleteFrom('configured_passwords').execute()
  const token = await server.signIn()
  await restart(server.operator)
  expect(await isSignedIn(server, token)).toBe(true)
  const { newPassword } = await renewOperatorPassword(server.db, now)
  await restart(server.operator)
  expect(await opens(newPassword)).toBe(true)
})

const readAccounts = () => server.db.selectFrom('users').selectAll().orderBy('id').execute()
const eraseOperator = async () =>
  eraseAgain(server.db, [(await getOperator(server.db)).id], server.clock.now(), PERSONAL_PARTS)

/** Adds an owner and a reviewer, and returns all accounts. */
async function addColleagues() {
  server.clock.advance(1) // keeps the operator the oldest account of the team
  await server.signInAs('reviewer')
  server.clock.advance(1)
  await server.signInAs('owner')
  return readAccounts()
}

const NEW = 'boss@example.in'
const UNUSED = { newPassword: null, isUnused: true }

test('a new configured address leaves every account and session as it is, and the start says that it is not used', async () => {
  const before = await addColleagues()
  const token = await server.signIn()
  const { email } = server.operator
  expect(await restart({ email: NEW, password: ANOTHER })).toMatchObject({ email, ...UNUSED })
  expect(await readAccounts()).toEqual(before)
  expect(await isSignedIn(server, token)).toBe(true)
})

test.each<[string, { email?: string; password?: string }]>([
  ['a new address', { email: NEW }],
  ['a new address and password', { email: NEW, password: ANOTHER }],
  ['the address of the erased owner', { email: 'operator@marketplace.example', password: ANOTHER }],
  ['a password alone', { password: ANOTHER }],
])('after the erasure of the first owner, %s changes no colleague', async (_, configured) => {
  await addColleagues()
  await eraseOperator()
  const before = await readAccounts()
  expect(await restart(configured)).toMatchObject({ email: 'owner@team.example', ...UNUSED })
  expect(await readAccounts()).toEqual(before)
  expect(await restart()).toMatchObject({ email: 'owner@team.example', isUnused: false })
})

test('where no owner is left, the configured address gets a new one, and no colleague is changed', async () => {
  server.clock.advance(1)
  await server.signInAs('reviewer')
  await eraseOperator()
  const before = await readAccounts()
  expect(await restart({ email: NEW, password: ANOTHER })).toMatchObject({
    email: NEW,
    isUnused: false,
  })
  expect(await readAccounts()).toEqual(expect.arrayContaining(before))
  expect(await opens(ANOTHER, NEW)).toBe(true)
})

test('another owner takes over: their address in ADMIN_EMAIL gives their account the configured password', async () => {
  await addColleagues()
  const email = 'owner@team.example'
  expect(await restart({ email, password: ANOTHER })).toMatchObject({ email, isUnused: false })
  expect([await opens(ANOTHER, email), await opens(server.operator.password)]).toEqual([true, true])
})

test('the operator can have the e-mail address of a member, but not of a person on the team who is no owner', async () => {
  await addColleagues()
  const taken = restart({ email: 'reviewer@team.example' })
  await expect(taken).rejects.toThrow('belongs to another person on the team')
  await server.db.deleteFrom('staff').execute()
  await server.db.deleteFrom('configured_passwords').execute()
  await server.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'admin').execute()
  const email = 'asha.rao@example.in'
  await restart({ email })
  const accounts = server.db.selectFrom('users').select('role').where('email', '=', email)
  expect(await accounts.orderBy('role').execute()).toEqual([{ role: 'admin' }, { role: 'user' }])
})

test('a former operator who is no owner any more still has the account of ADMIN_EMAIL', async () => {
  const operator = await getOperator(server.db)
  await addColleagues()
  await server.db
    .updateTable('staff')
    .set({ role: 'viewer' })
    .where('user_id', '=', operator.id)
    .execute()
  expect(await restart(server.operator)).toMatchObject({ email: operator.email, isUnused: false })
})

test('each change of the password is audited with its source', async () => {
  await restart(server.operator)
  await restart({ password: ANOTHER })
  await renewOperatorPassword(server.db, now)
  expect(await server.listAudit()).toMatchObject([
    { action: 'password', entity: 'account', device_label: 'ADMIN_PASSWORD', to_value: null },
    { action: 'password', entity: 'account', device_label: 'Command line', to_value: null },
  ])
})

test('a password renewed on the command line ends every session of the operator', async () => {
  const token = await server.signIn()
  const { newPassword } = await renewOperatorPassword(server.db, now)
  expect(await isSignedIn(server, token)).toBe(false)
  expect(await opens(newPassword)).toBe(true)
})

test('a short password is refused if others than people on this machine can open the server', async () => {
  const local = { host: '127.0.0.1', publicUrl: null, trustedProxies: [] }
  const behindProxy = { ...local, publicUrl: 'https://panel.example.in' }
  await restart({ password: 'short' })
  const later = await restart()
  expect(later.isPasswordShort).toBe(true)
  expect(() => requirePasswordFitFor(later, local)).not.toThrow()
  expect(() => requirePasswordFitFor(later, behindProxy)).toThrow(
    /too short for a server that others/,
  )
  await renewOperatorPassword(server.db, now)
  const renewed = await restart()
  expect(() => requirePasswordFitFor(renewed, behindProxy)).not.toThrow()
})
