import { beforeEach, describe, expect, test } from 'vitest'
import { addStaff, changeRole } from '#server/accounts/team/staff-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest, startServerBeside } from '#tests/support/server/server-for-test.ts'

const MINUTE_MS = 60_000
const REVIEWER = 'reviewer@team.example'
const SECOND_OWNER = 'owner@team.example'
const LISTING = makeListing(7)
const LISTING_PATH = `/api/admin/properties/${LISTING.id}`

const server = serverForEachTest({ seed: makeMarket({ listings: [LISTING] }) })
let owner: string
beforeEach(async () => {
  owner = await server.signIn({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  // The server stores the owner's last activity at most once a minute: now, and not during the next calls.
  await ask('GET', '')
})

const ask = (method: string, path: string, body?: object) =>
  call(server, method, `/api/admin/staff${path}`, { token: owner, ...(body && { body }) })
const askForRole = (id: string, role: string) => ask('PATCH', `/${id}/role`, { role })
const suspend = (id: string, isSuspended: boolean) =>
  ask('PATCH', `/${id}/suspension`, { isSuspended })
const me = (token: string) => call(server, 'GET', '/api/admin/me', { token })
const signIn = (email: string, password: string) =>
  call(server, 'POST', '/api/auth/login', { body: { email, password } })
const decide = (token: string, headers: Record<string, string> = {}) =>
  call(server, 'PATCH', `${LISTING_PATH}/status`, { token, body: { status: 'approved' }, headers })

interface Person {
  _id: string
  email: string
  role: string
  suspendedAt: string | null
  lastActiveAt: string | null
}

async function find(email: string): Promise<Person> {
  await server.settle()
  const people = (await ask('GET', '')).json['data'] as unknown as Person[]
  const found = people.find((person) => person.email === email)
  if (!found) throw new Error(`${email} is not on the team`)
  return found
}

test('the team is listed in order of joining, without end users', async () => {
  server.clock.advance(MINUTE_MS)
  await server.signInAs('reviewer')
  const { json, text } = await ask('GET', '')
  expect(json['data']).toMatchObject([
    { email: server.operator.email, role: 'owner', suspendedAt: null },
    { email: REVIEWER, fullName: 'Reviewer Person', role: 'reviewer', lastActiveAt: null },
  ])
  expect(text).not.toMatch(/asha|argon|hash/i)
})

test('a person added on the command line has the given role, and signs in with the returned password', async () => {
  const person = { email: 'ravi@team.example', fullName: 'Ravi Shah', role: 'reviewer' } as const
  const by = { actorId: null, deviceLabel: 'a test', now: server.clock.now() }
  const { newPassword } = await addStaff(server.write, person, by)
  const { json } = await signIn(person.email, newPassword)
  expect(json['user']).toMatchObject({
    role: 'admin',
    staffRole: 'reviewer',
    fullName: 'Ravi Shah',
  })
  await expect(addStaff(server.write, person, by)).rejects.toMatchObject({ code: 'email-taken' })
})

describe('a changed role', () => {
  test('applies to the next call of a running session, whose answers have a new role version; the log names owner and device', async () => {
    const token = await server.signInAs('reviewer')
    const version = (await me(token)).headers.get('X-Role-Version')
    const { _id } = await find(REVIEWER)
    expect((await askForRole(_id, 'viewer')).json).toEqual({ success: true })
    expect(await find(REVIEWER)).toMatchObject({ role: 'viewer' })
    expect((await me(token)).json['data']).toMatchObject({ role: 'viewer' })
    const refused = await decide(token)
    expect(refused).toMatchObject({
      status: 403,
      json: {
        code: 'not-allowed',
        error: 'Your role may not decide about listings. Ask the owner.',
      },
    })
    expect(refused.headers.get('X-Role-Version')).not.toBe(version)
    const log = await call(server, 'GET', '/api/admin/audit?entity=account', { token: owner })
    const { _id: actorId } = await find(server.operator.email)
    const by = { actorId, by: 'Operator', device: 'Firefox on Linux' }
    expect(log.json['data']).toMatchObject([
      { ...by, action: 'role', entityId: _id, from: 'reviewer', to: 'viewer' },
    ])
  })

  test('does not affect a repeated request that has succeeded before: it is confirmed again, without the listing', async () => {
    const token = await server.signInAs('reviewer')
    const headers = { 'Idempotency-Key': 'a-key-of-sixteen-characters' }
    expect((await decide(token, headers)).status).toBe(200)
    await askForRole((await find(REVIEWER))._id, 'viewer')
    const again = await decide(token, headers)
    expect(again).toMatchObject({ status: 200, text: '{"success":true}' })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    // A request with another key is a new change, which the new role does not allow.
    const other = { 'Idempotency-Key': 'another-key-of-sixteen' }
    expect((await decide(token, other)).status).toBe(403)
    const rows = await server.db.selectFrom('receipts').select('key').execute()
    expect(rows).toEqual([{ key: headers['Idempotency-Key'] }])
  })
})

describe('a suspended person', () => {
  test('gets a 401 on every call, and a 403 for the right password, until the suspension is over', async () => {
    const token = await server.signInAs('reviewer')
    const { _id } = await find(REVIEWER)
    expect((await suspend(_id, true)).status).toBe(200)
    for (const path of ['/api/admin/me', '/api/admin/properties', '/api/events/user'])
      expect((await call(server, 'GET', path, { token })).status).toBe(401)
    expect((await decide(token)).status).toBe(401)
    expect(await signIn(REVIEWER, server.password)).toMatchObject({
      status: 403,
      json: { code: 'suspended', error: 'This account is suspended. Ask the owner.' },
    })
    expect((await signIn(REVIEWER, 'a wrong password')).json['code']).toBe('invalid-credentials')
    expect((await find(REVIEWER)).suspendedAt).toBe(server.clock.now().toISOString())

    expect((await suspend(_id, true)).status).toBe(200)
    expect((await suspend(_id, false)).status).toBe(200)
    expect((await find(REVIEWER)).suspendedAt).toBeNull()
    expect((await me(token)).status).toBe(401)
    expect((await signIn(REVIEWER, server.password)).status).toBe(200)
    const actorId = await server.findAccountId()
    expect(await server.listAudit()).toMatchObject([
      { action: 'suspend', actor_id: actorId, entity_id: _id },
      { action: 'unsuspend', actor_id: actorId, entity_id: _id },
      { action: 'sign-in' },
    ])
  })

  test('is refused even if one of their sessions was not ended', async () => {
    const token = await server.signInAs('viewer')
    const user_id = await server.findAccountId('viewer@team.example')
    const change = server.db.updateTable('staff').set({ suspended_at: '2025-09-17' })
    await change.where('user_id', '=', user_id).execute()
    expect((await me(token)).status).toBe(401)
  })
})

describe('a change of the team is refused and changes nothing', () => {
  test.each([
    ['the last owner loses the role', 'role', { role: 'viewer' }, 409, 'last-owner'],
    ['the last owner is suspended', 'suspension', { isSuspended: true }, 409, 'last-owner'],
    ['there is no such role', 'role', { role: 'boss' }, 400, 'invalid-input'],
    ['the suspension is a text', 'suspension', { isSuspended: 'yes' }, 400, 'invalid-input'],
  ])('when %s', async (_, what, body, status, code) => {
    const before = await find(server.operator.email)
    const answer = await ask('PATCH', `/${before._id}/${what}`, body)
    expect(answer).toMatchObject({ status, json: { success: false, code } })
    expect(String(answer.json['error'])).toMatch(/^[A-Z].+\.$/)
    expect(await find(server.operator.email)).toEqual(before)
    expect(await server.listAudit()).toEqual([])
  })

  test('when somebody suspends themselves, though another owner remains', async () => {
    await server.signInAs('owner')
    const own = await find(server.operator.email)
    expect(await suspend(own._id, true)).toMatchObject({
      status: 409,
      json: {
        code: 'own-suspension',
        error: 'Nobody can suspend their own account. Ask another owner.',
      },
    })
    expect((await find(server.operator.email)).suspendedAt).toBeNull()
    expect(await server.listAudit()).toEqual([])
  })

  test('when the only other owner is suspended', async () => {
    await server.signInAs('owner')
    await suspend((await find(SECOND_OWNER))._id, true)
    expect((await askForRole(await server.findAccountId(), 'support')).json).toMatchObject({
      code: 'last-owner',
      error: 'This is the last owner. Make somebody else an owner first.',
    })
  })

  test('when the person is an end user or unknown', async () => {
    for (const id of [idOf(1), idOf(99), 'x'])
      expect(await askForRole(id, 'viewer')).toMatchObject({
        status: 404,
        json: { error: 'This person is not on the team.' },
      })
  })
})

test('of two owners who demote each other at once, one remains an owner', async () => {
  const beside = await startServerBeside(server)
  await server.signInAs('owner')
  const [first, second] = [await server.findAccountId(), await server.findAccountId(SECOND_OWNER)]
  const by = { deviceLabel: 'a test', now: server.clock.now() }
  const parts = PERSONAL_PARTS
  const results = await Promise.allSettled([
    changeRole({ write: server.write, parts }, first, 'viewer', { ...by, actorId: second }),
    changeRole({ write: beside.write, parts }, second, 'viewer', { ...by, actorId: first }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const owners = server.db.selectFrom('staff').select('user_id').where('role', '=', 'owner')
  expect(await owners.execute()).toHaveLength(1)
})

test('the last activity of a person is the time of the last call, stored at most once a minute', async () => {
  const token = await server.signInAs('reviewer')
  const seen: unknown[] = []
  for (const waitedMs of [0, MINUTE_MS / 2, MINUTE_MS / 2]) {
    server.clock.advance(waitedMs)
    await me(token)
    seen.push((await find(REVIEWER)).lastActiveAt)
  }
  const [first, last] = ['2025-09-17T06:30:00.000Z', '2025-09-17T06:31:00.000Z']
  expect(seen).toEqual([first, first, last])
})

test('the person who decided first is named in the refusal of a later decision, and in the history of the listing', async () => {
  expect((await decide(await server.signInAs('reviewer'))).status).toBe(200)
  const late = await call(server, 'DELETE', `/api/admin/property/${LISTING.id}`, {
    token: owner,
    headers: { 'If-Match': '"1"' },
  })
  const actorId = await server.findAccountId(REVIEWER)
  expect(late).toMatchObject({ status: 412, json: { data: { by: 'Reviewer Person', actorId } } })
  const { json } = await call(server, 'GET', `${LISTING_PATH}/history`, { token: owner })
  expect(json['data']).toMatchObject([
    { action: 'Approved', by: 'Reviewer Person', actorId },
    { action: 'Posted', by: null },
  ])
})
