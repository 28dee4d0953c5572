// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol } from './second-factor/enrolled-account.ts'
import { PROCESS_MS, startTwoProcesses, type TwoProcesses } from './two-processes.ts'

// State that two processes must share: used codes of authenticator apps, the last owner, new roles.

let at: TwoProcesses

beforeAll(async () => {
  at = await startTwoProcesses()
}, PROCESS_MS)
afterAll(() => at.close())

const BOTH = [0, 1] as const

async function idOfEmail(email: string): Promise<string> {
  const { id } = await at.server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

test('a new role applies to the next call on the other process', async () => {
  const owner = await at.server.signIn()
  const reviewer = await at.server.signInAs('reviewer')
  const decide = () =>
    at.ask(1, `/admin/properties/${'a'.repeat(24)}/status`, {
      method: 'PATCH',
      token: reviewer,
      body: { status: 'approved' },
    })
  expect((await decide()).status).toBe(404) // the role allows it, but the listing does not exist
  const path = `/admin/staff/${await idOfEmail('reviewer@team.example')}/role`
  const changed = { method: 'PATCH', token: owner, body: { role: 'viewer' } }
  expect((await at.ask(0, path, changed)).status).toBe(200)
  expect(await decide()).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
})

test('of two owners who demote each other at once on two processes, one stays an owner', async () => {
  const first = await at.server.signIn()
  const second = await at.server.signInAs('owner')
  const emails = [at.server.operator.email, 'owner@team.example']
  const [firstId, secondId] = await Promise.all(emails.map(idOfEmail))
  const demote = (which: 0 | 1, token: string, id: string | undefined) =>
    at.ask(which, `/admin/staff/${id}/role`, { method: 'PATCH', token, body: { role: 'viewer' } })
  const both = await Promise.all([demote(0, first, secondId), demote(1, second, firstId)])
  const statuses = both.map(({ status }) => status).sort()
  // The slower request comes from a demoted owner (403), or would demote the last owner (409).
  expect(statuses[0]).toBe(200)
  expect([403, 409]).toContain(statuses[1])
  const owners = at.server.db.selectFrom('staff').select('user_id').where('role', '=', 'owner')
  expect(await owners.execute()).toHaveLength(1)
})

test('a code of an authenticator app signs in on only one of two processes', async () => {
  await at.server.signInAs('support')
  const person = { email: 'support@team.example', password: at.server.password }
  const { codeAt } = await enrol(at.server, person)
  const challenges = await Promise.all(
    BOTH.map(
      async (which) => (await at.ask(which, '/auth/login', { body: person })).json['challenge'],
    ),
  )
  // `enrol` advanced only this server's clock, by two time steps of a code. For the processes, `codeAt(-1)` is the
  // code of the next time step, which they accept.
  const code = codeAt(-1)
  const both = await Promise.all(
    BOTH.map((which) =>
      at.ask(which, '/auth/second-factor', { body: { challenge: challenges[which], code } }),
    ),
  )
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(both.filter(({ status }) => status >= 400 && status < 500)).toHaveLength(1)
})
