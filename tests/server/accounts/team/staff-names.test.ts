import { expect, test } from 'vitest'
import { addStaff } from '#server/accounts/team/staff-service.ts'
import { inviting, join } from '#tests/server/accounts/links/link-steps.ts'
import { call } from '#tests/server/api-call.ts'
import { makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const server = serverForEachTest({ seed: makeMarket() })

const VIEWER = 'viewer@team.example'

/** The ways in which a person on the team gets a name. Each returns the fields of the refusal, or null. */
const WAYS: [string, (fullName: string) => Promise<unknown>][] = [
  [
    'an invitation',
    async (fullName) => {
      const { invite } = inviting(server, await server.signIn())
      const { json } = await invite()
      const joined = await join(server, String(json['data']?.['link']), { fullName })
      return joined.status === 200 ? null : joined.json['fields']
    },
  ],
  [
    'the own account',
    async (fullName) => {
      const token = await server.signIn({ email: VIEWER })
      const changed = await call(server, 'PATCH', '/api/auth/account', {
        token,
        body: { fullName },
      })
      return changed.status === 200 ? null : changed.json['fields']
    },
  ],
  [
    'the command line',
    async (fullName) => {
      const by = { actorId: null, deviceLabel: 'Command line', now: server.clock.now() }
      const person = { email: 'ravi@team.example', fullName, role: 'viewer' } as const
      return addStaff(server.write, person, by).then(
        () => null,
        (error) => error.fields,
      )
    },
  ],
]

const TAKEN = { fullName: expect.stringContaining('or one that looks the same') }
const readNames = async () =>
  (await server.db.selectFrom('users').select('full_name').execute()).map((row) => row.full_name)

test.each(WAYS)("by %s nobody gets a colleague's name, or an invisible mark", async (_, give) => {
  await server.signInAs('viewer')
  for (const name of ['Operator', 'operator', '0perator', 'Оperаtоr', 'Operator '])
    expect(await give(name), name).toEqual(TAKEN)
  expect(await give('Oper\u200bator')).toEqual({
    fullName: 'Leave out characters that cannot be seen.',
  })
  expect((await readNames()).filter((name) => name !== 'Operator').join()).not.toMatch(/perator/)
  // The name of a member is not a colleague's.
  expect(await give('Asha Rao')).toBeNull()
})

test('a person keeps their own name, in other letters too, and their other changes', async () => {
  const token = await server.signIn()
  const change = (body: object) => call(server, 'PATCH', '/api/auth/account', { token, body })
  expect((await change({ fullName: 'OPERATOR' })).status).toBe(200)
  await server.signInAs('viewer')
  // An earlier version let two colleagues have one name.
  await server.db
    .updateTable('users')
    .set({ full_name: 'OPERATOR' })
    .where('role', '=', 'admin')
    .execute()
  const body = { fullName: 'OPERATOR', phoneNumber: '+91 98765 43211' }
  expect((await change(body)).status).toBe(200)
})
