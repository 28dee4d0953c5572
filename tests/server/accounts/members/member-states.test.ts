import { beforeEach, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const [ASHA, RAVI] = [idOf(1), idOf(2)]
const server = serverForEachTest({
  seed: makeMarket({
    users: [
      makeUser({ id: ASHA }),
      makeUser({ id: RAVI, email: 'ravi@example.in', verified: false }),
    ],
  }),
})

let token: string
beforeEach(async () => {
  token = await server.signIn()
})

type Row = { _id: string; state?: string }

async function list(query = '', as = token): Promise<Row[]> {
  const { json } = await call(server, 'GET', `/api/admin/users?${query}`, { token: as })
  return json['data'] as unknown as Row[] // the answer is described, and checked against it
}

const stateOf = async (id: string) => (await list()).find(({ _id }) => _id === id)?.state
const find = async (query: string) => (await list(query)).map(({ _id }) => _id)
const readTag = async () =>
  (await call(server, 'GET', '/api/admin/users', { token })).headers.get('ETag')

describe("a member's state", () => {
  test('is active, or says that the e-mail address was never proved', async () => {
    expect([await stateOf(ASHA), await stateOf(RAVI)]).toEqual(['active', 'unverified'])
    expect(await find('state=unverified')).toEqual([RAVI])
    expect((await find('state=active&state=unverified')).sort()).toEqual([ASHA, RAVI])
    expect(await find('state=deletion')).toEqual([])
  })

  test('says that the deletion was requested, until it is cancelled, and devices learn of both', async () => {
    const path = `/api/admin/users/${ASHA}/deletion`
    const before = await readTag()
    expect((await call(server, 'POST', path, { token })).status).toBe(200)
    expect(await stateOf(ASHA)).toBe('deletion')
    expect(await find('state=deletion')).toEqual([ASHA])
    const requested = await readTag()
    expect(requested).not.toBe(before)
    expect((await call(server, 'DELETE', path, { token })).status).toBe(200)
    expect(await stateOf(ASHA)).toBe('active')
    expect(await readTag()).not.toBe(requested)
  })

  test('is a detail: other roles neither read it nor filter by it', async () => {
    const viewer = await server.signInAs('viewer')
    expect(await list('', viewer)).toHaveLength(2)
    for (const row of await list('', viewer)) expect(row).not.toHaveProperty('state')
    expect(
      await call(server, 'GET', '/api/admin/users?state=deletion', { token: viewer }),
    ).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
  })
})
