import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const server = await startTestServer({
  seed: makeMarket({ listings: [makeListing(2)] }),
  inMemory: true,
})
afterAll(() => server.close())

let token = ''
beforeAll(async () => {
  token = await server.signIn()
})

const path = `/api/admin/properties/${idOf(2)}/status`
const deep = `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`
const STATUS = 'The status must be pending, approved or rejected.'
const bodies: [string, string, number, string][] = [
  ['an unknown status', '{"status":"sold"}', 400, STATUS],
  ['a status in capitals', '{"status":"Approved"}', 400, STATUS],
  ['a status that is a number', '{"status":1}', 400, STATUS],
  ['no status', '{}', 400, STATUS],
  ['a list instead of an object', '["approved"]', 400, STATUS],
  ['null instead of an object', 'null', 400, STATUS],
  ['an empty body', '', 400, 'The body is not valid JSON.'],
  ['text that is not JSON', 'status=approved', 400, 'The body is not valid JSON.'],
  ['JSON cut off', '{"status":"appr', 400, 'The body is not valid JSON.'],
  [
    'a NUL character',
    '{"status":"approved","note":"a\\u0000b"}',
    400,
    'The body holds a NUL character.',
  ],
  [
    'a NUL character in a name',
    '{"status":"approved","a\\u0000b":1}',
    400,
    'The body holds a NUL character.',
  ],
  ['too many levels', deep, 400, 'The body is nested more than 20 levels deep.'],
  ['more than 100 kB', `"${'x'.repeat(100_001)}"`, 413, 'The body is larger than 100 kB.'],
]

describe('bad input gets an error message and changes nothing', () => {
  test.each(bodies)('%s', async (_, body, status, error) => {
    const before = await readWhole(server)
    const answer = await call(server, 'PATCH', path, { token, body })
    expect(answer).toMatchObject({ status, json: { success: false, error } })
    expect(answer.json['code']).toEqual(expect.any(String))
    expect(await readWhole(server)).toEqual(before)
  })

  test('bytes that are not UTF-8', async () => {
    const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22])
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await server.app.request(path, { method: 'PATCH', body, headers })
    expect(answer.status).toBe(400)
  })

  test('a body that breaks off', async () => {
    const before = await readWhole(server)
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the connection was reset')),
    })
    const headers = { Authorization: `Bearer ${token}` }
    const init = { method: 'PATCH', body, headers, duplex: 'half' as const }
    const answer = await server.app.request(path, init)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ success: false, code: 'cut-off' })
    expect(await readWhole(server)).toEqual(before)
  })

  test('a body of unknown length is cut off at 100 kB', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(10_000))
      },
    })
    const headers = { Authorization: `Bearer ${token}` }
    const init = { method: 'PATCH', body, headers, duplex: 'half' as const }
    expect((await server.app.request(path, init)).status).toBe(413)
    expect(sent).toBeLessThan(20)
  })
})

test('the answer to an invalid body has a message and the name of the wrong field', async () => {
  const wrong = await call(server, 'PATCH', path, { token, body: { status: 'sold' } })
  expect(wrong.json).toEqual({
    success: false,
    error: STATUS,
    code: 'invalid-input',
    fields: { status: STATUS },
  })
  const unreadable = await call(server, 'PATCH', path, { token, body: '{' })
  expect(unreadable.json).not.toHaveProperty('fields')
})

test('unknown fields are ignored', async () => {
  const body = { status: 'pending', version: 99, role: 'admin' }
  const answer = await call(server, 'PATCH', path, { token, body })
  expect(answer.json['data']).toMatchObject({ status: 'pending', version: 1 })
})

test('a field named __proto__ is an ordinary field', async () => {
  const body = '{"__proto__":{"status":"approved"}}'
  const answer = await call(server, 'PATCH', path, { token, body })
  expect(answer).toMatchObject({ status: 400, json: { fields: { status: STATUS } } })
})

describe('a URL', () => {
  test('under /api without a handler gets a 404 in JSON', async () => {
    const answer = await call(server, 'GET', '/api/nothing')
    expect(answer).toMatchObject({ status: 404, json: { success: false, code: 'not-found' } })
  })

  test('called with a wrong method gets a 405 that lists the allowed methods', async () => {
    const answer = await call(server, 'PUT', path, { token, body: '{}' })
    expect(answer).toMatchObject({ status: 405, json: { code: 'method-not-allowed' } })
    expect(answer.headers.get('Allow')).toBe('PATCH')
    const list = await call(server, 'POST', '/api/admin/properties', { token })
    expect(list.headers.get('Allow')).toBe('GET, HEAD')
    expect((await call(server, 'GET', '/api/auth/login')).headers.get('Allow')).toBe('POST')
    const event = await call(server, 'GET', `/api/events/${idOf(3)}`, { token })
    expect(event.headers.get('Allow')).toBe('PUT, DELETE')
  })

  test('beyond 2 kB is refused', async () => {
    const answer = await call(server, 'GET', `/api/admin/properties?cursor=${'x'.repeat(2100)}`)
    expect(answer).toMatchObject({ status: 414, json: { code: 'url-too-long' } })
  })

  test.each(['property', 'properties'])('with a NUL in it gets a 404: %s', async (noun) => {
    const headers = { 'Idempotency-Key': 'key-of-a-nul-000001' }
    const answer = await call(server, 'DELETE', `/api/admin/${noun}/%00`, { token, headers })
    expect(answer.status).toBe(404)
  })

  test('with invalid escapes gets a 404', async () => {
    const answer = await call(server, 'DELETE', '/api/admin/property/%E0%A4%A', { token })
    expect(answer.status).toBe(404)
  })
})
