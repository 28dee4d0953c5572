import { beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const WANTED = {
  name: 'Site of Sharma Estates',
  business: { email: 'Office@Sharma.example', fullName: 'Sharma Estates', phoneNumber: null },
}

const server = serverForEachTest({ seed: 'none' })
let owner: string

beforeEach(async () => {
  owner = await server.signIn()
})

const ask = (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/admin/api-keys${path}`, { token: owner, body })

async function create(wanted: object = WANTED): Promise<string> {
  const { json, status } = await ask('POST', '', wanted)
  expect(status).toBe(200)
  return String(json['data']?.['key'])
}

async function list() {
  // The type `Json` has no arrays.
  return (await ask('GET', '')).json['data'] as unknown as Record<string, unknown>[]
}

test('a key is returned once, and only its hash and its first characters are stored', async () => {
  const key = await create()
  expect(key).toMatch(/^pmk_[\w-]{43}$/)
  expect(await list()).toEqual([
    {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: WANTED.name,
      prefix: key.slice(0, 10),
      scopes: ['listings:import'],
      business: 'Sharma Estates',
      createdBy: expect.any(String),
      createdAt: server.clock.now().toISOString(),
      expiresAt: null,
      lastUsedAt: null,
    },
  ])
  expect(await readAllText(server)).not.toContain(key.slice(10))
})

test('two keys of one business share its account, and the second key does not change it', async () => {
  await create()
  await create({ ...WANTED, business: { ...WANTED.business, fullName: 'Another name' } })
  const accounts = await server.db
    .selectFrom('users')
    .select(['full_name', 'email', 'password_hash'])
    .where('role', '=', 'user')
    .execute()
  expect(accounts).toEqual([
    { full_name: 'Sharma Estates', email: 'office@sharma.example', password_hash: null },
  ])
})

test('creating and revoking a key add audit entries with its prefix only', async () => {
  const key = await create()
  const [listed] = await list()
  expect((await ask('DELETE', `/${listed?.['_id']}`)).status).toBe(200)
  expect(await list()).toEqual([])
  expect((await ask('DELETE', `/${listed?.['_id']}`)).status).toBe(404)
  const prefix = key.slice(0, 10)
  expect((await server.listAudit('api-key')).map(({ to_value }) => to_value)).toEqual([
    `created ${prefix}`,
    `revoked ${prefix}`,
  ])
})

test('creating and revoking need a confirmation of identity within the last ten minutes', async () => {
  await create()
  const [listed] = await list()
  server.clock.advance(600_000)
  for (const refused of [await ask('POST', '', WANTED), await ask('DELETE', `/${listed?.['_id']}`)])
    expect(refused).toMatchObject({ status: 403, json: { code: 'confirm-identity' } })
  expect(await list()).toHaveLength(1)
})

test.each([
  ['no name', { ...WANTED, name: ' ' }, 'name'],
  ['no business', { name: 'x' }, 'business'],
  ['an invalid e-mail address', { ...WANTED, business: { email: 'x', fullName: 'x' } }, 'business'],
  ['an unsupported expiry', { ...WANTED, expiresInDays: 7 }, 'expiresInDays'],
])('a key with %s is refused', async (_what, body, field) => {
  const { status, json } = await ask('POST', '', body)
  expect(status).toBe(400)
  expect(Object.keys(json['fields'] ?? {})).toEqual([field])
  expect(await list()).toEqual([])
})

test('there are at most 100 keys that have not expired', async () => {
  await create()
  const row = await server.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 99 }, (_, n) => ({ ...row, id: `${n}`, key_hash: `${n}` }))
  await server.db.insertInto('api_keys').values(more).execute()
  const refused = await ask('POST', '', WANTED)
  expect(refused).toMatchObject({ status: 409, json: { code: 'too-many-keys' } })
  const expired = { expires_at: server.clock.now().toISOString() }
  await server.db.updateTable('api_keys').set(expired).where('id', '=', row.id).execute()
  expect((await ask('POST', '', WANTED)).status).toBe(200)
})
