import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

const listings = Array.from({ length: 1200 }, (_, index) => makeListing(index + 10))
const server = await startTestServer({ seed: makeMarket({ listings }) })
const token = await server.signIn()
afterAll(() => server.close())

async function getBytes(path: string, encoding: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': encoding }
  const response = await server.app.request(path, { headers })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a long answer', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('for a client that accepts %s is sent as %s', async (accepted, used, unpack) => {
    const path = '/api/admin/properties?limit=500'
    const plain = await call(server, 'GET', path, { token })
    const { headers, bytes } = await getBytes(path, accepted)
    expect(headers.get('Content-Encoding')).toBe(used)
    expect(headers.get('Vary')).toContain('Accept-Encoding')
    expect(headers.get('ETag')).toBe(plain.headers.get('ETag'))
    expect(unpack(bytes).toString()).toBe(plain.text)
    expect(bytes.length).toBeLessThan(plain.text.length / 5)
  })
})

describe.each(['properties', 'users', 'loan'])('the whole list of %s', (list) => {
  const path = `/api/admin/${list}`

  test.each([
    // The server stores whole lists compressed, with gzip only.
    ['gzip, deflate, br', 'gzip'],
    ['br', null],
    ['gzip;q=0, br', null],
    ['', null],
  ])(
    'for a client that accepts "%s" has the Content-Encoding %s (null: none)',
    async (accepted, used) => {
      const { headers, bytes } = await getBytes(path, accepted)
      expect(headers.get('Content-Encoding')).toBe(used)
      expect(headers.get('Vary')).toContain('Accept-Encoding')
      const text = (used ? gunzipSync(bytes) : bytes).toString()
      expect(text).toBe((await call(server, 'GET', path, { token })).text)
      expect(JSON.parse(text)).toMatchObject({ success: true, data: expect.any(Array) })
      if (used) expect(headers.get('Content-Length')).toBe(String(bytes.length))
    },
  )

  test('answers HEAD without a body', async () => {
    const response = await server.app.request(path, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('ETag')).not.toBeNull()
    expect(await response.text()).toBe('')
  })
})

test('a short answer is sent uncompressed', async () => {
  const { headers, bytes } = await getBytes('/api/healthz', 'br')
  expect(headers.get('Content-Encoding')).toBeNull()
  expect(bytes.toString()).toBe('{"status":"ok"}')
})

describe('a list that the client already has', () => {
  const paths = ['properties', 'properties?limit=5', 'users', 'loan', 'dashboard-stats']

  test.each(paths)('GET /%s is a 304 without a body', async (path) => {
    const first = await call(server, 'GET', `/api/admin/${path}`, { token })
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).not.toBe('')
    const headers = { 'If-None-Match': `"another", ${tag}` }
    const again = await call(server, 'GET', `/api/admin/${path}`, { token, headers })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers.get('ETag')).toBe(tag)
    expect(again.headers.get('Cache-Control')).toBe('no-store')
    expect(again.headers.get('Vary')).toBe(first.headers.get('Vary'))
  })

  test('is sent again after a change, and a request with its ETag but without a token gets a 401', async () => {
    const first = await call(server, 'GET', '/api/admin/properties', { token })
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    const stranger = await call(server, 'GET', '/api/admin/properties', { headers })
    expect(stranger.status).toBe(401)
    const change = { token, body: { status: 'approved' } }
    await call(server, 'PATCH', `/api/admin/properties/${idOf(10)}/status`, change)
    const again = await call(server, 'GET', '/api/admin/properties', { token, headers })
    expect(again.status).toBe(200)
    expect(again.headers.get('ETag')).not.toBe(first.headers.get('ETag'))
  })
})
