import { beforeEach, describe, expect, test } from 'vitest'
import { applyOnce } from '#server/idempotency/idempotency-service.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const KEY = 'key-0123456789abcdef'
const OTHER = { 'Idempotency-Key': 'another-key-0123456789' }
const DAY_MS = 86_400_000

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(2), makeListing(3)] }),
  inMemory: false,
})
let token: string

beforeEach(async () => {
  token = await server.signIn()
})

function patch(status: string, headers: Record<string, string> = {}, id = idOf(2)) {
  const all = { 'Idempotency-Key': KEY, ...headers }
  const path = `/api/admin/properties/${id}/status`
  return call(server, 'PATCH', path, { token, body: { status }, headers: all })
}

function remove(headers: Record<string, string> = {}) {
  const all = { 'Idempotency-Key': KEY, ...headers }
  return call(server, 'DELETE', `/api/admin/property/${idOf(2)}`, { token, headers: all })
}

describe('a change sent twice with one key', () => {
  test('takes effect once and gets the first answer again, byte for byte', async () => {
    const first = await patch('approved', { 'If-Match': '"1"' })
    const before = await readWhole(server)
    server.clock.advance(DAY_MS * 100)
    token = await server.signIn()
    const second = await patch('approved', { 'If-Match': '"1"' })
    expect(second).toMatchObject({ status: first.status, text: first.text })
    expect(second.headers.get('ETag')).toBe('"2"')
    expect(first.headers.get('Idempotency-Replayed')).toBeNull()
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await readWhole(server)).toEqual(before)
  })

  test('gets its first answer even after a later change of the listing', async () => {
    const first = await patch('approved', { 'If-Match': '"1"' })
    await patch('rejected', OTHER)
    const again = await patch('approved', { 'If-Match': '"1"' })
    expect(again).toMatchObject({ status: 200, text: first.text })
    const { listings } = await readWhole(server)
    expect(listings[0]).toMatchObject({ status: 'rejected', version: 3 })
  })

  test('gets the success answer of a deletion again, although the listing is gone', async () => {
    expect((await remove()).status).toBe(200)
    expect(await remove()).toMatchObject({ status: 200, json: { success: true } })
    expect((await remove(OTHER)).status).toBe(404)
  })

  test('gets a 412 or a 404 again if that was the answer to the first request', async () => {
    const conflict = await patch('approved', { 'If-Match': '"7"' })
    expect(conflict.status).toBe(412)
    const again = await patch('approved', { 'If-Match': '"7"' })
    expect(again).toMatchObject({ status: 412, text: conflict.text })
    expect((await patch('approved', OTHER, idOf(99))).status).toBe(404)
    const missing = await patch('approved', OTHER, idOf(99))
    expect(missing.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('takes effect only once if the requests are concurrent', async () => {
    const answers = await Promise.all([patch('approved'), patch('approved'), patch('approved')])
    const made = answers.filter((answer) => answer.status === 200)
    const busy = answers.filter((answer) => answer.status === 409)
    expect(made.length).toBeGreaterThanOrEqual(1)
    expect(made.length + busy.length).toBe(3)
    for (const answer of busy) expect(answer.headers.get('Retry-After')).toBe('1')
    const { listings, audit } = await readWhole(server)
    expect(listings[0]).toMatchObject({ version: 2 })
    expect(audit).toHaveLength(1)
  })
})

const REQUEST = { userId: idOf(1), key: KEY, method: 'PUT', path: '/x', body: '{}' }

test('a repeated request gets a 409 while the first one is applied, and later the answer to the first one', async () => {
  const body = '{"success":true}'
  const answer = { status: 200, body, storedBody: body, etag: null, entityId: 'one' } as const
  const apply = () =>
    applyOnce(server.write, server.clock.now, REQUEST, async () => {
      const second = applyOnce(server.write, server.clock.now, REQUEST, async () => answer)
      await expect(second).rejects.toMatchObject({ status: 409, headers: { 'Retry-After': '1' } })
      return answer
    })
  expect(await apply()).toEqual({ ...answer, isReplay: false })
  expect(await apply()).toEqual({ ...answer, isReplay: true })
})

test('a repeated request gets the recorded answer; if none was recorded, it is applied again', async () => {
  const answer = { status: 200, body: '{"all":"of it"}', etag: null, entityId: 'one' } as const
  const ask = (storedBody: string | null, key: string) =>
    applyOnce(server.write, server.clock.now, { ...REQUEST, key }, async () => ({
      ...answer,
      storedBody,
    }))
  expect(await ask('{"some":1}', KEY)).toMatchObject({ body: answer.body, isReplay: false })
  expect(await ask('{"some":1}', KEY)).toMatchObject({ body: '{"some":1}', isReplay: true })
  for (let round = 0; round < 2; round += 1)
    expect(await ask(null, `${KEY}-2`)).toMatchObject({ body: answer.body, isReplay: false })
  expect((await readWhole(server)).idempotencyRecords).toHaveLength(1)
})

describe('an idempotency key', () => {
  test('of another request is refused and changes nothing', async () => {
    await patch('approved')
    const before = await readWhole(server)
    for (const answer of [
      await patch('rejected'),
      await patch('approved', {}, idOf(3)),
      await remove(),
    ])
      expect(answer).toMatchObject({ status: 422, json: { success: false, code: 'key-reused' } })
    expect(await readWhole(server)).toEqual(before)
  })

  test.each(['short', 'x'.repeat(65), 'with spaces in the key', 'quote"quote"quote"'])(
    'like "%s" is refused and changes nothing',
    async (key) => {
      const before = await readWhole(server)
      const answer = await patch('approved', { 'Idempotency-Key': key })
      expect(answer).toMatchObject({ status: 400, json: { code: 'bad-key' } })
      expect(await readWhole(server)).toEqual(before)
    },
  )

  test('belongs to one user: the same key of another user is another change', async () => {
    await patch('approved')
    token = await server.signInAs('reviewer')
    const answer = await patch('rejected')
    expect(answer).toMatchObject({ status: 200, json: { data: { version: 3 } } })
  })

  test('can be used for another change after 180 days, when its idempotency record has expired', async () => {
    await patch('approved')
    server.clock.advance(DAY_MS * 180)
    token = await server.signIn()
    expect((await patch('rejected')).status).toBe(200)
    expect((await readWhole(server)).idempotencyRecords).toHaveLength(1)
  })

  test('of an invalid request can be used again for a valid request', async () => {
    expect((await patch('sold')).status).toBe(400)
    expect((await patch('approved')).status).toBe(200)
  })
})

test('a delete removes the listing and its owner from the stored answers', async () => {
  const approved = await patch('approved')
  expect(approved.text).toContain('ownerDetails')
  await patch('rejected', { 'Idempotency-Key': 'key-of-a-conflict-1', 'If-Match': '"1"' })
  await remove({ 'Idempotency-Key': 'key-of-the-delete-1' })
  expect(await patch('approved')).toMatchObject({ status: 200, text: '{"success":true}' })
  const storedBody = await server.db.selectFrom('receipts').select('body').execute()
  expect(storedBody.map(({ body }) => body).join()).not.toMatch(/ownerDetails|propertyName/)
})
