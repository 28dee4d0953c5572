import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const MINUTE_MS = 60_000

const server = serverForEachTest({ seed: makeMarket() })
let owner: string
beforeEach(async () => {
  owner = await server.signIn({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
  // The server stores the owner's last activity at most once a minute: now, and not during the next calls.
  await ask('GET', '')
})

const ask = (method: string, path: string, body?: object, token = owner) =>
  call(server, method, `/api/admin/staff${path}`, { token, ...(body && { body }) })

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

const REVIEWER = 'reviewer@team.example'

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

test('an owner changes a role, and the log names the owner and the device', async () => {
  const token = await server.signInAs('reviewer')
  const { _id } = await find(REVIEWER)
  expect((await ask('PATCH', `/${_id}/role`, { role: 'viewer' })).json).toEqual({ success: true })
  expect(await find(REVIEWER)).toMatchObject({ role: 'viewer' })
  expect((await call(server, 'GET', '/api/admin/me', { token })).json['data']).toMatchObject({
    role: 'viewer',
  })
  const [row] = await server.db.selectFrom('audit_log').selectAll().execute()
  const { _id: ownerId } = await find(server.operator.email)
  expect(row).toMatchObject({ action: 'role', actor_id: ownerId, device_label: 'Firefox on Linux' })
})

test('an owner suspends a person, whose next call is a 401, and lifts the suspension', async () => {
  const token = await server.signInAs('reviewer')
  const { _id } = await find(REVIEWER)
  const suspend = (isSuspended: boolean) => ask('PATCH', `/${_id}/suspension`, { isSuspended })
  expect((await suspend(true)).status).toBe(200)
  expect((await call(server, 'GET', '/api/admin/me', { token })).status).toBe(401)
  expect((await find(REVIEWER)).suspendedAt).toBe(server.clock.now().toISOString())
  expect((await suspend(true)).status).toBe(200)
  expect((await suspend(false)).status).toBe(200)
  expect((await find(REVIEWER)).suspendedAt).toBeNull()
  const actions = await server.db.selectFrom('audit_log').select('action').execute()
  expect(actions.map(({ action }) => action)).toEqual(['suspend', 'unsuspend'])
})

describe('a change of the team is refused and changes nothing', () => {
  test.each([
    ['the last owner loses the role', 'role', { role: 'viewer' }, 409, 'last-owner'],
    ['the last owner is suspended', 'suspension', { isSuspended: true }, 409, 'last-owner'],
    ['there is no such role', 'role', { role: 'boss' }, 400, 'invalid-input'],
    [
      'the suspension is a text, not true or false',
      'suspension',
      { isSuspended: 'yes' },
      400,
      'invalid-input',
    ],
  ])('when %s', async (_, what, body, status, code) => {
    const before = await find(server.operator.email)
    const answer = await ask('PATCH', `/${before._id}/${what}`, body)
    expect(answer).toMatchObject({ status, json: { success: false, code } })
    expect(String(answer.json['error'])).toMatch(/^[A-Z].+\.$/)
    expect(await find(server.operator.email)).toEqual(before)
  })

  test('when the person is an end user or unknown', async () => {
    for (const id of [idOf(1), idOf(99), 'x']) {
      const { status, json } = await ask('PATCH', `/${id}/role`, { role: 'viewer' })
      expect(status).toBe(404)
      expect(json['error']).toBe('This person is not on the team.')
    }
  })
})

test('the last activity of a person is the time of the last call, stored at most once a minute', async () => {
  const token = await server.signInAs('reviewer')
  const me = () => call(server, 'GET', '/api/admin/me', { token })
  const first = server.clock.now().toISOString()
  await me()
  expect((await find(REVIEWER)).lastActiveAt).toBe(first)
  server.clock.advance(MINUTE_MS / 2)
  await me()
  expect((await find(REVIEWER)).lastActiveAt).toBe(first)
  server.clock.advance(MINUTE_MS / 2)
  await me()
  expect((await find(REVIEWER)).lastActiveAt).toBe(server.clock.now().toISOString())
})
