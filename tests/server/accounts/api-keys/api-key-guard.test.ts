import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import {
  importServerForEachTest,
  makeItem,
  startImportServer,
} from '#tests/server/listings/import/import-calls.ts'

const PATH = '/api/import/listings'
const DAY_MS = 86_400_000
const MOST_BYTES = 2_000_000
const UNKNOWN = `pmk_${'x'.repeat(43)}`

const at = importServerForEachTest()

const send = (token: string, body: unknown = { listings: [] }) =>
  call(at.server, 'POST', PATH, { token, body })

/** A body of exactly this size. */
function makeBody(bytes: number): string {
  const empty = JSON.stringify({ listings: [], pad: '' })
  return JSON.stringify({ listings: [], pad: 'x'.repeat(bytes - empty.length) })
}

const keyRow = () => at.server.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()

test('an invalid key is refused as soon as the headers have arrived, before the body', async () => {
  const { hostname, port } = new URL(await at.server.listen())
  for (const key of ['pmk_wrong', UNKNOWN]) {
    const socket = connect(Number(port), hostname)
    const head = ['POST /api/import/listings HTTP/1.1', 'Host: a', `Authorization: Bearer ${key}`]
    socket.write(`${[...head, `Content-Length: ${MOST_BYTES}`].join('\r\n')}\r\n\r\n`)
    const [said] = await once(socket, 'data')
    socket.destroy()
    expect(String(said)).toMatch(/^HTTP\/1.1 401 /)
  }
})

test.each([
  ['no key', () => ''],
  ['an unknown key', () => UNKNOWN],
  ["a person's session", () => at.owner],
  ['the hash of a key', async () => (await keyRow()).key_hash],
  ['the prefix of a key', () => at.key.slice(0, 10)],
])('an import with %s is refused', async (_what, token) => {
  expect(await send(await token())).toMatchObject({ status: 401, json: { code: 'unknown-key' } })
})

test('a key gives no access to calls that need a session', async () => {
  for (const path of ['/api/admin/properties', '/api/account/listings', '/api/auth/account'])
    expect((await call(at.server, 'GET', path, { token: at.key })).status).toBe(401)
})

test('a revoked key is refused at once', async () => {
  expect((await send(at.key)).status).toBe(200)
  const { id } = await keyRow()
  await call(at.server, 'DELETE', `/api/admin/api-keys/${id}`, { token: at.owner })
  expect((await send(at.key)).status).toBe(401)
})

test('an expired key is refused', async () => {
  const end = new Date(at.server.clock.now().getTime() + DAY_MS).toISOString()
  await at.server.db.updateTable('api_keys').set({ expires_at: end }).execute()
  at.server.clock.advance(DAY_MS - 1)
  expect((await send(at.key)).status).toBe(200)
  at.server.clock.advance(1)
  expect((await send(at.key)).status).toBe(401)
})

test('a key without the scope is refused', async () => {
  await at.server.db.updateTable('api_keys').set({ scopes: 'something:else' }).execute()
  expect(await send(at.key)).toMatchObject({ status: 403, json: { code: 'scope-missing' } })
})

test('the time of the last use is stored at most once a minute', async () => {
  const used = async () => (await keyRow()).last_used_at
  await send(at.key)
  const first = at.server.clock.now().toISOString()
  await expect.poll(used).toBe(first)
  at.server.clock.advance(59_999)
  await send(at.key)
  at.server.clock.advance(1)
  await send(at.key)
  await expect.poll(used).toBe(at.server.clock.now().toISOString())
})

test('an import accepts up to 2 MB and 500 listings, other calls accept up to 100 kB', async () => {
  expect((await send(at.key, makeBody(MOST_BYTES))).status).toBe(200)
  expect(await send(at.key, makeBody(MOST_BYTES + 1))).toMatchObject({
    status: 413,
    json: { error: 'The body is larger than 2 MB.' },
  })
  const items = Array.from({ length: 501 }, (_, n) => makeItem(`r${n}`, { rent: null }))
  expect((await send(at.key, { listings: items.slice(1) })).status).toBe(200)
  expect((await send(at.key, { listings: items })).status).toBe(400)
  const other = await call(at.server, 'POST', '/api/admin/api-keys', {
    token: at.owner,
    body: makeBody(100_001),
  })
  expect(other).toMatchObject({ status: 413, json: { error: 'The body is larger than 100 kB.' } })
})

test('the requests of a key are limited like those of a session', async () => {
  const { server, key: token } = await startImportServer({ settings: { requestsPerMinute: 4 } })
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1)
    statuses.push((await call(server, 'POST', PATH, { token, body: { listings: [] } })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
})
