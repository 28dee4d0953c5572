import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getOperator } from '#server/accounts/sign-in/operator-account-service.ts'
import { isEmpty, seed, seedDemo } from '#server/demo/demo-seeding.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { serverForEachTest, startServerForTest } from '#tests/support/server/server-for-test.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { call } from './api-call.ts'
import { idOf, makeListing, makeMarket } from './market-data.ts'
import { runMessages } from './notices/messages/message-runs.ts'
import { readAllText } from './whole-database.ts'

const OwnListings = v.array(v.object({ id: v.string(), state: v.string() }))

const server = serverForEachTest({ seed: 'none', mail: 'inbox' })

/** Adds the demonstration data, and signs in its end user through the API. */
async function seedAndSignIn() {
  const { db, clock, appSecret } = server
  const by = { accountId: (await getOperator(db)).id, deviceLabel: 'Server' }
  const seeded = await seedDemo(
    { db, write: makeWrite(db) },
    { pans: testPans, appSecret, now: clock.now(), by },
  )
  if (!seeded) throw new Error('the database was not empty')
  const { email, newPassword: password } = seeded.demoUser
  const signedIn = await call(server, 'POST', '/api/auth/login', { body: { email, password } })
  expect(signedIn.json).toMatchObject({ user: { verified: true }, codeSent: null })
  return { password, data: seeded.data, token: String(signedIn.json['token']) }
}

test('a database that holds only the operator counts as empty', async () => {
  expect(await isEmpty(server.db)).toBe(true)
  await seed(server.db, makeMarket(), testPans)
  expect(await isEmpty(server.db)).toBe(false)
})

test('seeding inserts no data at all if one record is invalid', async () => {
  const listings = [makeListing(2), makeListing(3, { ownerId: idOf(99) })]
  await expect(seed(server.db, makeMarket({ listings }), testPans)).rejects.toThrow(/foreign key/i)
  expect(await isEmpty(server.db)).toBe(true)
})

test("the demo's end user signs in with her generated password and finds her events", async () => {
  const { data, password, token } = await seedAndSignIn()
  expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  const events = await call(server, 'GET', '/api/events/user', { token })
  expect(events.json).toHaveLength(data.events.length)
  expect(events.text).not.toContain('null')
  expect(await readAllText(server)).not.toContain(password)
})

test("the demo's end user has listings in four states, unread messages in the app, and is sent no e-mail", async () => {
  const { token } = await seedAndSignIn()
  const own = await call(server, 'GET', '/api/account/listings', { token })
  const listings = v.parse(OwnListings, own.json['data'])
  const stateOf = new Map(listings.map(({ state, id }) => [state, id]))
  expect([...stateOf.keys()].sort()).toEqual(['changes-needed', 'draft', 'in-review', 'live'])
  const inbox = await call(server, 'GET', '/api/account/messages', { token })
  expect(inbox.json['meta']).toMatchObject({ unread: 3 })
  server.clock.advance(3_600_000)
  await runMessages(server)
  expect(await server.listMails()).toEqual([])
  const review = `/api/admin/properties/${stateOf.get('in-review')}/posting`
  const seen = await call(server, 'GET', review, { token: await server.signIn() })
  expect(seen.json['data']).toMatchObject({ changes: [{ field: 'title' }, { field: 'rent' }] })
})

test('an owner can fill an empty marketplace from the panel only once', async () => {
  const token = await server.signIn()
  const fill = () => call(server, 'POST', '/api/admin/demonstration', { token })
  const answers = await Promise.all([fill(), fill()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const signIns = answers.flatMap(({ status, json }) => (status === 200 ? [json['data']] : []))
  expect((await call(server, 'POST', '/api/auth/login', { body: signIns[0] })).status).toBe(200)
  expect(await fill()).toMatchObject({ status: 409, json: { code: 'not-empty' } })
  const log = await call(server, 'GET', '/api/admin/audit?action=import', { token })
  expect(log.json['data']).toMatchObject([{ action: 'import', to: 'demonstration data' }])
})

test('only the operator and the demo end user have a password', async () => {
  const { db, demoUser, operator } = await startServerForTest({ seed: 'demo' })
  const users = db.selectFrom('users').select('email').where('password_hash', 'is not', null)
  expect(await users.orderBy('email').execute()).toEqual([
    { email: demoUser.email },
    { email: operator.email },
  ])
})
