import { afterAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const server = await startTestServer({
  seed: makeMarket({ listings: [makeListing(2)] }),
})
afterAll(() => server.close())

const token = await server.signIn()
const path = `/api/admin/properties/${idOf(2)}/status`
const STATUS = 'The status must be pending, approved or rejected.'
const WRONG_STATUS = { code: 'invalid-input', error: STATUS, fields: { status: STATUS } }
const NOT_JSON = { error: 'The body is not valid JSON.' }
const NUL = { error: 'The body holds a NUL character.' }
const TOO_DEEP = { error: 'The body is nested more than 20 levels deep.' }
const TOO_LARGE = { error: 'The body is larger than 100 kB.' }

/** Sends a body as it is, without a Content-Length if it is a stream. */
function send(body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>) {
  const headers = { Authorization: `Bearer ${token}` }
  const init = { method: 'PATCH', body, headers, duplex: 'half' as const }
  return server.app.request(path, init)
}

describe('bad input gets an error message and changes nothing', () => {
  test.each<[what: string, body: string, said: object, status?: number]>([
    ['an unknown status', '{"status":"sold"}', WRONG_STATUS],
    ['a status in capitals', '{"status":"Approved"}', WRONG_STATUS],
    ['a status that is a number', '{"status":1}', WRONG_STATUS],
    ['no status', '{}', WRONG_STATUS],
    ['a list instead of an object', '["approved"]', { error: STATUS }],
    ['null instead of an object', 'null', { error: STATUS }],
    ['an empty body', '', NOT_JSON],
    ['text that is not JSON', 'status=approved', NOT_JSON],
    ['JSON cut off', '{"status":"appr', NOT_JSON],
    ['a NUL character', '{"status":"approved","note":"a\\u0000b"}', NUL],
    ['a NUL character in a name', '{"status":"approved","a\\u0000b":1}', NUL],
    ['too many levels', `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`, TOO_DEEP],
    ['more than 100 kB', `"${'x'.repeat(100_001)}"`, TOO_LARGE, 413],
  ])('%s', async (_, body, said, expectedStatus = 400) => {
    const before = await readWhole(server)
    const { status, json } = await call(server, 'PATCH', path, { token, body })
    expect(status).toBe(expectedStatus)
    expect(json).toEqual({ success: false, code: expect.any(String), ...said })
    expect(await readWhole(server)).toEqual(before)
  })

  test('bytes that are not UTF-8', async () => {
    expect((await send(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).status).toBe(400)
  })

  test('a body that breaks off', async () => {
    const before = await readWhole(server)
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the connection was reset')),
    })
    const answer = await send(broken)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ success: false, code: 'cut-off' })
    expect(await readWhole(server)).toEqual(before)
  })

  test('a body of unknown length is cut off at 100 kB', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(10_000))
      },
    })
    expect((await send(endless)).status).toBe(413)
    expect(sent).toBeLessThan(20)
  })
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

test('no body changes the prototype of objects, or takes effect by a field of its prototype', async () => {
  const polluting = [
    '{"__proto__":{"polluted":1,"title":"From the prototype"},"title":"Visit"}',
    '{"constructor":{"prototype":{"polluted":1}},"title":"Visit"}',
    '{"title":"Visit","deep":{"__proto__":{"polluted":1},"list":[{"__proto__":{"polluted":1}}]}}',
  ]
  for (const body of polluting) {
    const made = await call(server, 'POST', '/api/events/create', { token, body })
    expect(made).toMatchObject({ status: 200, json: { title: 'Visit' } })
    const own = await call(server, 'PUT', `/api/events/${made.json['_id']}`, { token, body })
    expect(own.json).toMatchObject({ title: 'Visit' })
    expect(Object.keys(own.json)).not.toContain('polluted')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  }
  const fields: [method: string, path: string, body: string][] = [
    [
      'POST',
      '/api/auth/login',
      '{"__proto__":{"email":"a@b.example","password":"a long password"}}',
    ],
    ['POST', '/api/auth/forgot-password', '{"__proto__":{"email":"a@b.example"}}'],
    ['PUT', '/api/admin/reasons', '{"__proto__":{"reasons":[]}}'],
    ['PATCH', '/api/admin/factor-rules', '{"__proto__":{"role":"viewer","isRequired":false}}'],
    ['POST', '/api/admin/webhooks', '{"__proto__":{"address":"https://a.example","events":[]}}'],
  ]
  for (const [method, path, body] of fields)
    expect((await call(server, method, path, { token, body })).status).toBe(400)
})

describe('a URL', () => {
  test('under /api without a handler gets a 404 in JSON', async () => {
    const answer = await call(server, 'GET', '/api/nothing')
    expect(answer).toMatchObject({ status: 404, json: { success: false, code: 'not-found' } })
  })

  test.each([
    ['PUT', path, 'PATCH'],
    ['POST', '/api/admin/properties', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['GET', `/api/events/${idOf(3)}`, 'PUT, DELETE'],
  ])(
    'called with a wrong method gets a 405 that lists the allowed methods: %s %s',
    async (method, url, allowed) => {
      const answer = await call(server, method, url, { token })
      expect(answer).toMatchObject({ status: 405, json: { code: 'method-not-allowed' } })
      expect(answer.headers.get('Allow')).toBe(allowed)
    },
  )

  test('beyond 9 kB is refused', async () => {
    const answer = await call(server, 'GET', `/api/admin/properties?cursor=${'x'.repeat(9_000)}`)
    expect(answer).toMatchObject({ status: 414, json: { code: 'url-too-long' } })
  })

  test.each([
    ['a NUL', 'property/%00'],
    ['a NUL', 'properties/%00'],
    ['invalid escapes', 'property/%E0%A4%A'],
  ])('with %s in it gets a 404: %s', async (_, place) => {
    const headers = { 'Idempotency-Key': 'key-of-a-nul-000001' }
    const answer = await call(server, 'DELETE', `/api/admin/${place}`, { token, headers })
    expect(answer.status).toBe(404)
  })
})
