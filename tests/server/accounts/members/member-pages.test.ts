import { beforeEach, expect, test } from 'vitest'
import { register, verify } from '#tests/server/accounts/sign-in/end-user-calls.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeLoan, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const PEOPLE = [
  makeUser({ id: idOf(1), fullName: 'Asha Rao', email: 'a@example.in' }),
  makeUser({ id: idOf(2), fullName: null, email: 'b@example.in' }),
  makeUser({
    id: idOf(3),
    fullName: 'Zoya Gill',
    email: 'c@example.in',
    phoneNumber: '+91 91234 50000',
  }),
]

const loans = PEOPLE.map(({ id }, index) => makeLoan(20 + index, { userId: id }))
const listings = [makeListing(10, { boostedUntil: '2025-09-17T07:00:00.000Z' })]
const server = serverForEachTest({ seed: makeMarket({ users: PEOPLE, listings, loans }) })
let token: string
beforeEach(async () => {
  token = await server.signIn()
})

async function read(path: string) {
  const { status, json } = await call(server, 'GET', `/api/admin/${path}`, { token })
  const rows = (json['data'] ?? []) as unknown as { _id: string }[] // safe: the contract defines these rows
  return { status, ids: rows.map(({ _id }) => Number.parseInt(_id, 16)), meta: json['meta'] }
}

test('members are sorted by joining date or name; members without a name come last in both directions', async () => {
  expect(await read('users?limit=2')).toMatchObject({ ids: [3, 2], meta: { total: 3 } })
  expect(await read('users?sort=name')).toMatchObject({ ids: [1, 3, 2] })
  const first = await read('users?sort=-name&limit=2')
  expect(first.ids).toEqual([3, 1])
  const next = String(first.meta?.['nextCursor'])
  expect(await read(`users?sort=-name&limit=2&cursor=${next}`)).toMatchObject({
    ids: [2],
    meta: { nextCursor: null },
  })
})

test.each([
  ['users?q=gill', [3]],
  ['users?q=B%40EXAMPLE', [2]],
  ['users?q=%2B919876543210', [2, 1]],
  ['users?q=98765%20as', [1]],
  ['loan?q=zoya', [22]],
  ['loan?q=987654', [21, 20]],
  ['loan?q=%40example', []],
])('the query %s finds the rows %j', async (path, ids) => {
  expect((await read(path)).ids).toEqual(ids)
})

test.each(['users?status=verified', 'users?sort=price', 'loan?saleType=Sell', 'loan?sort=name'])(
  '%s is refused, because the parameter does not apply to this list',
  async (path) => {
    expect((await read(path)).status).toBe(400)
  },
)

test('a member is found only after their e-mail address is verified', async () => {
  expect((await read('users?q=meera')).ids).toEqual([])
  await register(server)
  expect((await read('users?q=meera')).ids).toEqual([])
  await verify(server, server.getLoggedCode())
  expect((await read('users?q=meera')).ids).toHaveLength(1)
})

test('the ETag of the member list stays the same until an e-mail address is verified or a boost ends', async () => {
  const readTag = async () =>
    (await call(server, 'GET', '/api/admin/users', { token })).headers.get('ETag')
  const first = await readTag()
  expect(await readTag()).toBe(first)
  server.clock.advance(3_600_000)
  const ended = await readTag()
  expect(ended).not.toBe(first)
  await register(server)
  expect(await readTag()).toBe(ended)
  await verify(server, server.getLoggedCode())
  expect(await readTag()).not.toBe(ended)
})
