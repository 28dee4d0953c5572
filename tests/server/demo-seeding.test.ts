import { afterEach, expect, test } from 'vitest'
import { isEmpty, seed, seedDemo } from '#server/demo-seeding.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { testPans } from '#tests/support/test-pans.ts'
import { call } from './api-call.ts'
import { idOf, makeListing, makeMarket } from './market-data.ts'
import { readAllText } from './whole-database.ts'

let server: TestServer
afterEach(() => server.close())

test('a database that holds only the operator counts as empty', async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  expect(await isEmpty(server.db)).toBe(true)
  await seed(server.db, makeMarket(), testPans)
  expect(await isEmpty(server.db)).toBe(false)
})

test('inserts none of the data if it contains an error', async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  const listings = [makeListing(2), makeListing(3, { ownerId: idOf(99) })]
  await expect(seed(server.db, makeMarket({ listings }), testPans)).rejects.toThrow(/foreign key/i)
  expect(await isEmpty(server.db)).toBe(true)
})

test("the demo's end user signs in with her generated password and finds her events", async () => {
  server = await startTestServer({ seed: 'none', inMemory: true })
  const { data, demoUser } = await seedDemo(server.db, server.clock.now(), testPans)
  expect(demoUser.newPassword).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  const { email, newPassword: password } = demoUser
  const signedIn = await call(server, 'POST', '/api/auth/login', { body: { email, password } })
  expect(signedIn.json).toMatchObject({ user: { verified: true }, codeSent: null })
  const token = String(signedIn.json['token'])
  const events = await call(server, 'GET', '/api/events/user', { token })
  expect(events.json).toHaveLength(data.events.length)
  expect(events.text).not.toContain('null')
  expect(await readAllText(server)).not.toContain(password)
})

test('no other demo member has a password', async () => {
  server = await startTestServer({ seed: 'demo', inMemory: true })
  const rows = await server.db
    .selectFrom('users')
    .select('email')
    .where('password_hash', 'is not', null)
    .execute()
  const emails = rows.map(({ email }) => email).sort()
  expect(emails).toEqual([server.demoUser.email, server.operator.email].sort())
})
