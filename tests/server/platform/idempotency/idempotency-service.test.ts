import { beforeEach, describe, expect, test } from 'vitest'
import { applyOnce, type KeyedChange } from '#server/platform/idempotency/idempotency-service.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

const KEY = 'key-0123456789abcdef'
const OTHER = { 'Idempotency-Key': 'another-key-0123456789' }
const DAY_MS = 86_400_000

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(2), makeListing(3)] }),
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

  test('gets the key repeated in each answer, also of a refusal', async () => {
    const answers = [await patch('approved'), await patch('approved'), await patch('rejected')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
    const echoed = answers.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(echoed).toEqual([KEY, KEY, KEY])
  })

  test('is confirmed even after a later change of the listing, whose content the answer then leaves out', async () => {
    await patch('approved', { 'If-Match': '"1"' })
    await patch('rejected', OTHER)
    const again = await patch('approved', { 'If-Match': '"1"' })
    expect(again).toMatchObject({ status: 200, text: '{"success":true}' })
    const { listings } = await readWhole(server)
    expect(listings[0]).toMatchObject({ status: 'rejected', version: 3 })
  })

  test('gets only a success, without a version, once the listing is deleted', async () => {
    await patch('approved')
    await remove(OTHER)
    const again = await patch('approved')
    expect(again).toMatchObject({ status: 200, text: '{"success":true}' })
    expect(again.headers.get('ETag')).toBeNull()
  })

  test('gets the success answer of a deletion again, although the listing is gone', async () => {
    expect((await remove()).status).toBe(200)
    expect(await remove()).toMatchObject({ status: 200, json: { success: true } })
    expect((await remove(OTHER)).status).toBe(404)
  })

  test('gets a 412 again with the listing as it is now, and a 404 once the listing is deleted', async () => {
    await patch('approved', { 'If-Match': '"7"' })
    await patch('rejected', OTHER)
    const again = await patch('approved', { 'If-Match': '"7"' })
    expect(again).toMatchObject({
      status: 412,
      json: { data: { current: { version: 2, status: 'rejected' }, by: 'Operator' } },
    })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    await remove({ 'Idempotency-Key': 'key-of-the-delete-1' })
    expect((await patch('approved', { 'If-Match': '"7"' })).status).toBe(404)
  })

  test('shows only the fields that the role of today may see', async () => {
    token = await server.signInAs('reviewer')
    expect((await patch('approved')).text).toContain('98765')
    await server.db
      .updateTable('staff')
      .set({ role: 'viewer' })
      .where('role', '=', 'reviewer')
      .execute()
    expect((await patch('approved')).text).toBe('{"success":true}')
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
const ANSWER = { status: 200, body: '{"all":"of it"}', etag: null } as const
const STORED = { entityId: idOf(5), version: 7 }

test('a repeated request gets a 409 while the first one is applied, and later a rebuilt answer', async () => {
  const rebuilt: unknown[] = []
  const change = (apply: KeyedChange['apply']): KeyedChange => ({
    apply,
    async rebuild(_, outcome) {
      rebuilt.push(outcome)
      return { ...ANSWER, body: '{"again":1}' }
    },
  })
  const applyAgain = (apply: KeyedChange['apply']) =>
    applyOnce(server.write, server.clock.now, REQUEST, change(apply))
  const apply = () =>
    applyAgain(async () => {
      const second = applyAgain(async () => ({ ...ANSWER, stored: STORED }))
      await expect(second).rejects.toMatchObject({ status: 409, headers: { 'Retry-After': '1' } })
      return { ...ANSWER, stored: STORED }
    })
  expect(await apply()).toEqual({ ...ANSWER, isReplay: false })
  expect(await apply()).toEqual({ ...ANSWER, body: '{"again":1}', isReplay: true })
  expect(rebuilt).toEqual([{ status: 200, ...STORED }])
})

test.each([
  ['nothing is stored of it', null],
  // The id in a path can be any text, such as a name.
  ['its record has no id of this server', { entityId: 'asha.rao@example.in', version: null }],
])('a repeated request is applied again if %s', async (_, stored) => {
  const change: KeyedChange = {
    apply: async () => ({ ...ANSWER, stored }),
    rebuild: () => Promise.reject(new Error('there is no record')),
  }
  for (let round = 0; round < 2; round += 1)
    expect(await applyOnce(server.write, server.clock.now, REQUEST, change)).toMatchObject({
      body: ANSWER.body,
      isReplay: false,
    })
  expect((await readWhole(server)).idempotencyRecords).toEqual([])
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
