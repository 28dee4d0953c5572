import { beforeEach, describe, expect, test } from 'vitest'
import {
  addStaff,
  changeRole,
  listTeam,
  type StaffChange,
  suspendStaff,
  unsuspendStaff,
} from '#server/auth/staff/staff-service.ts'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { openPostgres, SERVING } from '#server/database/connection/open-postgres.ts'
import { call } from '#tests/server/api-call.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

const LISTING = makeListing(7)
const PATH = `/api/admin/properties/${LISTING.id}/status`

const server = serverForEachTest({ seed: makeMarket({ listings: [LISTING] }) })
let by: StaffChange
beforeEach(async () => {
  by = { actorId: null, deviceLabel: 'a test', now: server.clock.now() }
})

const idOfEmail = async (email: string) =>
  (await listTeam(server.db)).find((person) => person.email === email)?.id ?? 'nobody'
const signIn = (email: string, password: string) =>
  call(server, 'POST', '/api/auth/login', { body: { email, password } })
const decide = (token: string, headers: Record<string, string> = {}) =>
  call(server, 'PATCH', PATH, { token, body: { status: 'approved' }, headers })

test('the operator account from the settings is an owner', async () => {
  expect(await listTeam(server.db)).toMatchObject([
    { email: server.operator.email, role: 'owner', suspendedAt: null },
  ])
  const { json } = await signIn(server.operator.email, server.operator.password)
  expect(json['user']).toMatchObject({ role: 'admin', staffRole: 'owner' })
})

test('an added person can sign in with the returned password, and has the given role', async () => {
  const person = { email: 'ravi@team.example', fullName: 'Ravi Shah', role: 'reviewer' } as const
  const { newPassword } = await addStaff(server.db, person, by)
  const { status, json } = await signIn(person.email, newPassword)
  expect(status).toBe(200)
  expect(json['user']).toMatchObject({
    role: 'admin',
    staffRole: 'reviewer',
    fullName: 'Ravi Shah',
  })
  await expect(addStaff(server.db, person, by)).rejects.toMatchObject({ code: 'email-taken' })
})

describe('a suspended person', () => {
  test('gets a 401 on every call, and a 403 with an error message for the right password', async () => {
    const token = await server.signInAs('reviewer')
    const email = 'reviewer@team.example'
    await suspendStaff(server.db, await idOfEmail(email), by)
    for (const path of ['/api/admin/me', '/api/admin/properties', '/api/events/user'])
      expect((await call(server, 'GET', path, { token })).status).toBe(401)
    expect((await decide(token)).status).toBe(401)
    expect(await signIn(email, server.password)).toMatchObject({
      status: 403,
      json: {
        success: false,
        code: 'suspended',
        error: 'This account is suspended. Ask the owner.',
      },
    })
    expect(await signIn(email, 'a wrong password')).toMatchObject({
      status: 401,
      json: { code: 'invalid-credentials' },
    })
  })

  test('is refused even if one of their sessions was not ended', async () => {
    const token = await server.signInAs('viewer')
    const suspended_at = server.clock.now().toISOString()
    await server.db
      .updateTable('staff')
      .set({ suspended_at })
      .where('role', '=', 'viewer')
      .execute()
    expect((await call(server, 'GET', '/api/admin/me', { token })).status).toBe(401)
  })

  test('can sign in again once the suspension is over', async () => {
    await server.signInAs('viewer')
    const id = await idOfEmail('viewer@team.example')
    await suspendStaff(server.db, id, by)
    await unsuspendStaff(server.db, id, by)
    expect((await signIn('viewer@team.example', server.password)).status).toBe(200)
  })
})

describe('a changed role', () => {
  test('applies to the next call of a running session, whose answers have a new role version', async () => {
    const token = await server.signInAs('reviewer')
    const before = await call(server, 'GET', '/api/admin/me', { token })
    await changeRole(server.db, await idOfEmail('reviewer@team.example'), 'viewer', by)
    const refused = await decide(token)
    expect(refused).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
    expect(refused.json['error']).toBe('Your role may not decide about listings. Ask the owner.')
    expect(refused.headers.get('X-Role-Version')).not.toBe(before.headers.get('X-Role-Version'))
    expect((await call(server, 'GET', '/api/admin/me', { token })).json['data']).toMatchObject({
      role: 'viewer',
    })
  })

  test('does not affect a repeated request that has succeeded before: it is confirmed again, without the listing', async () => {
    const token = await server.signInAs('reviewer')
    const headers = { 'Idempotency-Key': 'a-key-of-sixteen-characters' }
    expect((await decide(token, headers)).status).toBe(200)
    await changeRole(server.db, await idOfEmail('reviewer@team.example'), 'viewer', by)
    const again = await decide(token, headers)
    expect(again).toMatchObject({ status: 200, text: '{"success":true}' })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    // A request with another key is a new change, which the new role does not allow.
    const other = { 'Idempotency-Key': 'another-key-of-sixteen' }
    expect((await decide(token, other)).status).toBe(403)
    const rows = await server.db.selectFrom('receipts').select('key').execute()
    expect(rows).toEqual([{ key: headers['Idempotency-Key'] }])
  })

  test('is in the audit log with its author, the old role and the new one', async () => {
    await server.signInAs('reviewer')
    const id = await idOfEmail('reviewer@team.example')
    const owner = await idOfEmail(server.operator.email)
    await changeRole(server.db, id, 'viewer', { ...by, actorId: owner })
    await suspendStaff(server.db, id, { ...by, actorId: owner })
    const token = await server.signIn()
    const { json } = await call(server, 'GET', '/api/admin/audit?entity=account', { token })
    expect(json['data']).toMatchObject([
      { action: 'suspend', entityId: id, actorId: owner, by: 'Operator' },
      {
        action: 'role',
        entityId: id,
        actorId: owner,
        by: 'Operator',
        from: 'reviewer',
        to: 'viewer',
      },
    ])
  })
})

describe('the last owner', () => {
  test('can be neither demoted nor suspended', async () => {
    const id = await idOfEmail(server.operator.email)
    const before = await listTeam(server.db)
    await expect(changeRole(server.db, id, 'viewer', by)).rejects.toMatchObject({
      status: 409,
      code: 'last-owner',
      message: 'This is the last owner. Make somebody else an owner first.',
    })
    await expect(suspendStaff(server.db, id, by)).rejects.toMatchObject({ code: 'last-owner' })
    expect(await listTeam(server.db)).toEqual(before)
    expect(await server.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
  })

  test('is protected even if there is another, suspended owner', async () => {
    await server.signInAs('owner')
    await suspendStaff(server.db, await idOfEmail('owner@team.example'), by)
    const id = await idOfEmail(server.operator.email)
    await expect(changeRole(server.db, id, 'support', by)).rejects.toThrow('last owner')
  })

  test('remains when two owners demote each other at once, over two connections', async () => {
    await server.signInAs('owner')
    const open = () =>
      isOnPostgres() ? openPostgres(server.place, SERVING) : openDatabase(server.place)
    const [one, other] = [open(), open()]
    try {
      const ids = (await listTeam(server.db)).map(({ id }) => id)
      const [first = '', second = ''] = ids
      const results = await Promise.allSettled([
        changeRole(one, first, 'viewer', { ...by, actorId: second }),
        changeRole(other, second, 'viewer', { ...by, actorId: first }),
      ])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const owners = (await listTeam(server.db)).filter(({ role }) => role === 'owner')
      expect(owners).toHaveLength(1)
    } finally {
      await Promise.all([one.destroy(), other.destroy()])
    }
  })
})

test('the person who decided first is named in the refusal of a later decision, and in the history of the listing', async () => {
  const reviewer = await server.signInAs('reviewer')
  expect((await decide(reviewer)).status).toBe(200)
  const token = await server.signIn()
  const late = await call(server, 'DELETE', `/api/admin/property/${LISTING.id}`, {
    token,
    headers: { 'If-Match': '"1"' },
  })
  const actorId = await idOfEmail('reviewer@team.example')
  expect(late).toMatchObject({ status: 412, json: { data: { by: 'Reviewer Person', actorId } } })
  const path = `/api/admin/properties/${LISTING.id}/history`
  const { json } = await call(server, 'GET', path, { token })
  expect(json['data']).toMatchObject([
    { action: 'Approved', by: 'Reviewer Person', actorId },
    { action: 'Posted', by: null },
  ])
})
